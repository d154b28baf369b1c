'use strict';
// Colours for C and C++, line by line: lists of [class, text].
const WORDS = {
  keyword: new Set(('alignas alignof asm break case catch class const constexpr continue default delete do else enum explicit ' +
    'extern false for friend goto if inline mutable namespace new noexcept nullptr operator private protected public register ' +
    'restrict return sizeof static static_assert struct switch template this throw thread_local true try typedef typename ' +
    'union using virtual volatile while').split(' ')),
  type: new Set(('auto bool char double float int long short signed unsigned void size_t ssize_t intptr_t uintptr_t int8_t ' +
    'int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t pthread_t pthread_mutex_t pthread_cond_t _Atomic _Bool ' +
    'atomic_int atomic_uint atomic_bool atomic_long atomic_flag').split(' ')),
};
const TOKEN = /(\/\/.*)|(\/\*)|("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)|([A-Za-z_]\w*)|(\d[\w.']*)|([^\w"'/]+|\/)/g;

function highlight(lines) {
  let inComment = false;
  return lines.map((line) => {
    const parts = [];
    let at = 0;
    if (inComment) {
      const end = line.indexOf('*/');
      at = end < 0 ? line.length : end + 2;
      inComment = end < 0;
      parts.push(['comment', line.slice(0, at)]);
    }
    if (at === 0 && /^\s*#/.test(line)) return [['directive', line]];
    TOKEN.lastIndex = at;
    for (let found; at < line.length && (found = TOKEN.exec(line)); at = TOKEN.lastIndex) {
      const [text, lineComment, comment, string, word, number] = found;
      if (lineComment) parts.push(['comment', text]);
      else if (comment) {
        const end = line.indexOf('*/', found.index + 2);
        const stop = end < 0 ? line.length : end + 2;
        inComment = end < 0;
        parts.push(['comment', line.slice(found.index, stop)]);
        TOKEN.lastIndex = stop;
      } else if (string) parts.push(['string', text]);
      else if (word && WORDS.keyword.has(word)) parts.push(['keyword', text]);
      else if (word && (WORDS.type.has(word) || word.startsWith('atomic_') && !line.slice(TOKEN.lastIndex).startsWith('('))) {
        parts.push(['type', text]);
      } else parts.push([number ? 'literal' : '', text]);
    }
    return parts;
  });
}
