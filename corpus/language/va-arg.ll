; The instruction that takes the next argument from a list; clang writes it out instead.
; case: => verified
; case: --check uninitialized => verified
target triple = "x86_64-pc-linux-gnu"

%list = type { i32, i32, ptr, ptr }

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
declare void @abort()

define i64 @sum(i32 %count, ...) {
  %arguments = alloca %list, align 16
  call void @llvm.va_start.p0(ptr %arguments)
  %a = va_arg ptr %arguments, i32
  %b = va_arg ptr %arguments, double
  %c = va_arg ptr %arguments, ptr
  call void @llvm.va_end.p0(ptr %arguments)
  %d = load i64, ptr %c
  %e = sext i32 %a to i64
  %f = fptosi double %b to i64
  %g = add i64 %d, %e
  %h = add i64 %g, %f
  ret i64 %h
}

define i32 @main() {
  %variable = alloca i64
  store i64 100, ptr %variable
  %sum = call i64 (i32, ...) @sum(i32 3, i32 7, double 20.0, ptr %variable)
  %right = icmp eq i64 %sum, 127
  br i1 %right, label %good, label %bad
good:
  ret i32 0
bad:
  call void @abort()
  unreachable
}
