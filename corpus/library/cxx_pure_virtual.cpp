// A constructor that calls a pure virtual function by a detour.
// case: => error abort
struct Base {
    Base() { detour(); }
    void detour() { run(); }
    virtual void run() = 0;
};
struct Derived : Base {
    void run() override {}
};

int main() { Derived d; }
