; Static data that no sequence of bytes and whole addresses can express: the difference of two
; addresses, as position-independent tables of functions have it, and half an address.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@numbers = internal global [4 x i32] [i32 1, i32 2, i32 3, i32 4]
@distance = internal constant i32 trunc (i64 sub (i64 ptrtoint (ptr getelementptr inbounds (i8, ptr @numbers, i64 12) to i64), i64 ptrtoint (ptr @numbers to i64)) to i32)
@lower = internal constant i32 trunc (i64 ptrtoint (ptr @numbers to i64) to i32)

declare void @abort()

define i32 @main() {
  %distance = load i32, ptr @distance
  %right = icmp eq i32 %distance, 12
  br i1 %right, label %next, label %wrong
next:
  %lower = load i32, ptr @lower
  %address = ptrtoint ptr @numbers to i64
  %short = trunc i64 %address to i32
  %equal = icmp eq i32 %lower, %short
  br i1 %equal, label %good, label %wrong
good:
  ret i32 0
wrong:
  call void @abort()
  unreachable
}
