// case: -- -DHOW=__VERIFIER_error() => error assertion line=10
// case: -- -DHOW=reach_error() => error assertion line=10
// case: -- -DHOW=__VERIFIER_assert(0) => error assertion line=10
// case: -- -DHOW=__VERIFIER_assert(1) => verified
void __VERIFIER_error(void);
void reach_error(void);
void __VERIFIER_assert(int);

int main(void) {
    HOW;
}
