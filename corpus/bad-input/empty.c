// An empty program has no main.
// case: => bad-input
