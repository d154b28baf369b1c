; A small program in the text of LLVM.
@x = global i32 0

define i32 @main() {
  store atomic i32 1, ptr @x seq_cst, align 4
  %seen = load atomic i32, ptr @x seq_cst, align 4
  ret i32 %seen
}
