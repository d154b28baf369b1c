'use strict';
// Colours for C, C++ and Rust, line by line: lists of [class, text].
const C = {
  keyword: new Set(('alignas alignof asm break case catch class const constexpr continue default delete do else enum explicit ' +
    'extern false for friend goto if inline mutable namespace new noexcept nullptr operator private protected public register ' +
    'restrict return sizeof static static_assert struct switch template this throw thread_local true try typedef typename ' +
    'union using virtual volatile while').split(' ')),
  type: new Set(('auto bool char double float int long short signed unsigned void size_t ssize_t intptr_t uintptr_t int8_t ' +
    'int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t pthread_t pthread_mutex_t pthread_cond_t _Atomic _Bool ' +
    'atomic_int atomic_uint atomic_bool atomic_long atomic_flag').split(' ')),
  isType: (word, after) => word.startsWith('atomic_') && !after.startsWith('('),
  token: /(\/\/.*)|(\/\*)|("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)|([A-Za-z_]\w*)|(\d[\w.']*)|([^\w"'/]+|\/)/g,
};
const RUST = {
  keyword: new Set(('as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod ' +
    'move mut pub ref return self static struct super trait true type union unsafe use where while').split(' ')),
  type: new Set(('Self bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize').split(' ')),
  // Types are written in CamelCase, and lifetimes belong to them.
  isType: (word) => /^([A-Z]\w*[a-z]|')/.test(word),
  token: /(\/\/.*)|(\/\*)|(b?r#".*?"#|b?r".*?"|b?"(?:[^"\\]|\\.)*"?|b?'(?:[^'\\]|\\[^']+)')|('?[A-Za-z_]\w*)|(\d\w*(?:\.\d\w*)?)|([^\w"'/]+|\/|')/g,
};

function highlight(file, lines) {
  const { keyword, type, isType, token } = file.endsWith('.rs') ? RUST : C;
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
    token.lastIndex = at;
    for (let found; at < line.length && (found = token.exec(line)); at = token.lastIndex) {
      const [text, lineComment, comment, string, word, number] = found;
      if (lineComment) parts.push(['comment', text]);
      else if (comment) {
        const end = line.indexOf('*/', found.index + 2);
        const stop = end < 0 ? line.length : end + 2;
        inComment = end < 0;
        parts.push(['comment', line.slice(found.index, stop)]);
        token.lastIndex = stop;
      } else if (string) parts.push(['string', text]);
      else if (word && keyword.has(word)) parts.push(['keyword', text]);
      else if (word && (type.has(word) || isType(word, line.slice(token.lastIndex)))) {
        parts.push(['type', text]);
      } else parts.push([number ? 'literal' : '', text]);
    }
    return parts;
  });
}
