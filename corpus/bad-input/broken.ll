; Text of LLVM that ends in the middle of a function.
define i32 @main() {
  %x = add i32 1,
