// new and delete of objects and arrays.
// case: --check leaks => verified complete=1
#include <cassert>

struct Node {
  int value;
  Node *next;
};

int main() {
  Node *head = nullptr;
  for (int i = 0; i < 3; i++)
    head = new Node{i, head};
  int sum = 0;
  while (head) {
    Node *dead = head;
    sum += head->value;
    head = head->next;
    delete dead;
  }
  assert(sum == 3);
  int *array = new int[5]();
  assert(array[4] == 0);
  delete[] array;
}
