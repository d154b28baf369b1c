; Text of LLVM whose types do not fit.
define i32 @main() {
  %x = add i32 1, 2
  ret i64 %x
}
