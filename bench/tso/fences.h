// What the TSO and PSO benchmarks share: fences that can be switched on, and the assumption that
// stands for a wait. Without a macro only F is there; ENABLE_TSO_FENCES adds TF, and
// ENABLE_PSO_FENCES adds TF and PF.
#ifndef FENCES_H
#define FENCES_H

void __VERIFIER_assume(int condition);

#define F __asm__ volatile("mfence" ::: "memory")

#if defined(ENABLE_TSO_FENCES) || defined(ENABLE_PSO_FENCES)
#define TF F
#else
#define TF ((void)0)
#endif

#ifdef ENABLE_PSO_FENCES
#define PF F
#else
#define PF ((void)0)
#endif

#endif
