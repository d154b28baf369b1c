// Intrinsics of x86 that hash tables and parsers use, with the values of a real processor.
// case: -- -mavx2 -mbmi -mbmi2 -mlzcnt -mrdrnd -mrtm -mclflushopt => verified complete=1
// case: -- -mavx2 -mbmi -mbmi2 -mlzcnt -mrdrnd -mrtm -mclflushopt -DBUG => error assertion
#include <assert.h>
#include <immintrin.h>
#include <pthread.h>
#include <stdint.h>
static uint8_t bytes[32] = {1, 2, 3, 4, 0x80, 6, 7, 8, 9, 0xff, 11, 12, 13, 14, 2, 16, 17, 18, 19, 20, 0x90};
// Adds up a vector so that every byte matters.
static uint64_t digest(__m128i v) {
  uint64_t half[2], sum = 0;
  _mm_storeu_si128((__m128i *)half, v);
  sum = half[0] * 31 + half[1] * 37;
  return sum;
}
static void compares(void) {
  __m128i g = _mm_loadu_si128((const __m128i *)bytes);
  assert(_mm_movemask_epi8(_mm_cmpeq_epi8(g, _mm_set1_epi8(2))) == 0x4002);
  assert(_mm_movemask_epi8(g) == 0x210);
  assert(_mm_movemask_epi8(_mm_cmpgt_epi8(_mm_setzero_si128(), g)) == 0x210);
  assert(_mm_movemask_ps(_mm_set_ps(-1, 1, -1, 1)) == 10 && _mm_movemask_pd(_mm_set_pd(-1, 1)) == 2);
  assert(!_mm_testz_si128(g, g) && _mm_testc_si128(g, g) && !_mm_testnzc_si128(g, g));
  __m256i w = _mm256_loadu_si256((const __m256i *)bytes);
  assert(_mm256_movemask_epi8(w) == 0x100210);
  assert(_mm256_testz_si256(w, _mm256_setzero_si256()));
}
static void moves(void) {
  __m128i g = _mm_loadu_si128((const __m128i *)bytes);
  __m128i choice = _mm_setr_epi8(15, 14, 13, -1, 0, 1, 2, 3, 16, 17, 4, 9, -128, 5, 6, 7);
  uint8_t out[16];
  _mm_storeu_si128((__m128i *)out, _mm_shuffle_epi8(g, choice));
  assert(out[0] == 16 && out[1] == 2 && out[3] == 0 && out[4] == 1 && out[8] == 1 && out[10] == 0x80 && out[11] == 0xff && out[12] == 0);
  uint8_t wide[32];
  __m256i w = _mm256_loadu_si256((const __m256i *)bytes);
  _mm256_storeu_si256((__m256i *)wide, _mm256_shuffle_epi8(w, _mm256_set1_epi8(3)));
  assert(wide[0] == 4 && wide[15] == 4 && wide[16] == 20 && wide[31] == 20);
  _mm_storeu_si128((__m128i *)out, _mm_blendv_epi8(_mm_set1_epi8(1), _mm_set1_epi8(2), g));
  assert(out[0] == 1 && out[4] == 2 && out[9] == 2 && out[10] == 1);
}
static void shifts(void) {
  __m128i a = _mm_setr_epi32(1, -2, 3, 0x40000000);
  assert(digest(_mm_slli_epi32(a, 2)) == digest(_mm_setr_epi32(4, -8, 12, 0)));
  assert(digest(_mm_srai_epi32(a, 1)) == digest(_mm_setr_epi32(0, -1, 1, 0x20000000)));
  assert(digest(_mm_srai_epi32(a, 99)) == digest(_mm_setr_epi32(0, -1, 0, 0)));
  assert(digest(_mm_srli_epi16(a, 1)) == digest(_mm_setr_epi32(0, 0x7fff7fff, 1, 0x20000000)));
  assert(digest(_mm_slli_epi64(a, 64)) == 0);
  assert(digest(_mm_srl_epi32(a, _mm_cvtsi32_si128(31))) == digest(_mm_setr_epi32(0, 1, 0, 0)));
  assert(digest(_mm_sll_epi32(a, _mm_set1_epi32(1))) == 0);
}
static void arithmetic(void) {
  __m128i big = _mm_set1_epi16(300), small = _mm_set1_epi16(-300), ones = _mm_set1_epi8(-1);
  assert(digest(_mm_packs_epi16(big, small)) == 31 * 0x7f7f7f7f7f7f7f7full + 37 * 0x8080808080808080ull);
  assert(digest(_mm_packus_epi16(big, small)) == 31 * 0xffffffffffffffffull);
  assert(digest(_mm_packs_epi32(_mm_set1_epi32(70000), _mm_set1_epi32(-5))) == 31 * 0x7fff7fff7fff7fffull + 37 * 0xfffbfffbfffbfffbull);
  assert(digest(_mm_sad_epu8(ones, _mm_setzero_si128())) == (31 + 37) * 2040);
  assert(digest(_mm_madd_epi16(big, small)) == digest(_mm_set1_epi32(-180000)));
  assert(digest(_mm_avg_epu8(ones, _mm_setzero_si128())) == digest(_mm_set1_epi8(-128)));
  assert(digest(_mm_mulhi_epi16(small, big)) == digest(_mm_set1_epi16(-2)));
  assert(digest(_mm_mulhi_epu16(small, big)) == digest(_mm_set1_epi16(298)));
}
static void scalars(void) {
  assert(_mm_crc32_u64(0, 1) == 0x493c7d27 && _mm_crc32_u8(0, 1) == 0xf26b8303);
  assert(_mm_crc32_u32(0, 1) == 0xdd45aab8 && _mm_crc32_u16(0, 1) == 0x13a29877);
  assert(_pext_u64(0xabcd, 0xff00) == 0xab && _pdep_u64(0xab, 0xff00) == 0xab00 && _pext_u32(0x5555, 0x3333) == 0x55);
  assert(_bextr_u64(0xabcd, 8, 8) == 0xab && _bzhi_u64(0xabcd, 8) == 0xcd && _bzhi_u64(5, 64) == 5);
  assert(_tzcnt_u64(8) == 3 && _lzcnt_u64(1) == 63 && _mm_popcnt_u64(255) == 8);
  unsigned long long sum;
  assert(_addcarry_u64(0, ~0ull, 1, &sum) == 1 && sum == 0);
  assert(_addcarry_u64(1, ~0ull, ~0ull, &sum) == 1 && sum == ~0ull);
  assert(_addcarry_u64(1, ~0ull, 0, &sum) == 1 && sum == 0);
  assert(_subborrow_u64(0, 0, 1, &sum) == 1 && sum == ~0ull);
  assert(_subborrow_u64(1, 0, 0, &sum) == 1 && sum == ~0ull);
  assert(_subborrow_u64(1, 3, 1, &sum) == 0 && sum == 1);
  unsigned csr = _mm_getcsr();
  _mm_setcsr(csr);
  assert(csr == 0x1f80);
  _mm_prefetch((const char *)bytes, _MM_HINT_T0);
  _mm_clflush(bytes);
  _mm_clflushopt(bytes);
#ifdef BUG
  assert(_mm_crc32_u8(0, 1) == 0);
#endif
}
static void *body(void *unused) {
  compares();
  moves();
  shifts();
  arithmetic();
  scalars();
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, body, NULL);
  pthread_join(thread, NULL);
}
