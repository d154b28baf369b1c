; Read-modify-writes that only other front ends than clang write.
; case: => verified
; case: --model tso => verified
; case: --model pso => verified
; case: --model ra => verified
target triple = "x86_64-pc-linux-gnu"
@x = global i32 5
@d = global double 2.5
declare void @abort()
define i32 @main() {
  %a = atomicrmw uinc_wrap ptr @x, i32 5 seq_cst
  %b = load i32, ptr @x
  %c = icmp eq i32 %b, 0
  br i1 %c, label %l1, label %bad
l1:
  %e = atomicrmw udec_wrap ptr @x, i32 9 seq_cst
  %f = load i32, ptr @x
  %g = icmp eq i32 %f, 9
  br i1 %g, label %l2, label %bad
l2:
  %h = atomicrmw usub_cond ptr @x, i32 10 seq_cst
  %h2 = atomicrmw usub_cond ptr @x, i32 4 seq_cst
  %i = load i32, ptr @x
  %j = icmp eq i32 %i, 5
  br i1 %j, label %l3, label %bad
l3:
  %k = atomicrmw usub_sat ptr @x, i32 7 seq_cst
  %l = load i32, ptr @x
  %m = icmp eq i32 %l, 0
  br i1 %m, label %l4, label %bad
l4:
  %n = atomicrmw fmax ptr @d, double 3.5 seq_cst
  %o = atomicrmw fmin ptr @d, double 3.25 seq_cst
  %p = load double, ptr @d
  %q = fcmp oeq double %p, 3.25
  br i1 %q, label %l5, label %bad
l5:
  %r = atomicrmw fadd ptr @d, double 1.0 seq_cst
  %s = load double, ptr @d
  %t = fcmp oeq double %s, 4.25
  br i1 %t, label %ok, label %bad
ok:
  ret i32 0
bad:
  call void @abort()
  unreachable
}
