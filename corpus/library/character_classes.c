// The functions and the table behind the macros agree.
// case: => verified complete=1 blocked=0
#include <assert.h>
#include <ctype.h>

int main(void) {
    assert(isdigit('7') && !isdigit('a') && isalpha('Z') && !isalpha('1'));
    assert(isspace('\n') && isupper('A') && islower('a') && isxdigit('F') && ispunct('!'));
    assert((isalnum)('x') && !(isalnum)('-') && (isprint)(' ') && !(isgraph)(' '));
    assert(toupper('q') == 'Q' && tolower('Q') == 'q' && (toupper)('1') == '1');
}
