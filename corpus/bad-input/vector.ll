; Vectors of LLVM.
define i32 @main() {
  %v = add <4 x i32> <i32 1, i32 2, i32 3, i32 4>, <i32 1, i32 1, i32 1, i32 1>
  %x = extractelement <4 x i32> %v, i32 2
  ret i32 %x
}
