// An external variable that nobody defines.
// case: => inconclusive unsupported
extern int temperature;

int main(void) { return temperature; }
