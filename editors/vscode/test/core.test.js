'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const test = require('node:test');
const core = require('../src/core');

const SOURCE = `// threadproof: model=sc
int x;
  /* threadproof: expect=error:assertion -- -DN=2 */
int main(void) {}
// not threadproof
`;

const location = { file: 'a.c', line: 20, column: 3, function: 'main' };
const REPORT = {
  program: ['a.c'],
  verdict: 'error',
  reason: null,
  errors: [{
    kind: 'assertion', message: 'x == 2', thread: 'main', location, why: 'an update is lost',
    trace: [
      { thread: 'main.1', operation: 'store', variable: 'x', value: '1', location: { ...location, line: 9 } },
      { thread: 'main.1', operation: 'exit', variable: null, value: null, location: null },
    ],
  }],
};

test('tests are found at and above the cursor', () => {
  assert.deepStrictEqual(core.testLines(SOURCE), [0, 2]);
  assert.strictEqual(core.testAt(SOURCE, 1), 0);
  assert.strictEqual(core.testAt(SOURCE, 4), 2);
  assert.strictEqual(core.testAt('int x;', 0), undefined);
});

test('a line may describe several tests', () => {
  const list = { tests: [{ name: 'a (sc)', origin: 'a.c:3' }, { name: 'a (tso)', origin: 'a.c:3' }, { name: 'b', origin: 'a.c:9' }] };
  assert.deepStrictEqual(core.testsOfLine(list, 2), ['a (sc)', 'a (tso)']);
});

test('an error is a problem with its steps', () => {
  const [problem] = core.problems(REPORT);
  assert.deepStrictEqual([problem.file, problem.line, problem.column, problem.code], ['a.c', 19, 2, 'assertion']);
  assert.strictEqual(problem.message, 'x == 2\nan update is lost');
  assert.deepStrictEqual(problem.related.map((step) => [step.line, step.message]), [[8, '1 main.1: store x = 1']]);
});

test('an inconclusive check is a warning', () => {
  const report = { program: ['a.c'], verdict: 'inconclusive', errors: [], reason: { kind: 'timeout', message: 'late', location: null } };
  const [problem] = core.problems(report);
  assert.deepStrictEqual([problem.severity, problem.file, problem.line], ['warning', 'a.c', 0]);
});

test('only tests that did not end as expected are problems', () => {
  const suite = { summary: { tests: 3, as_expected: 1 }, tests: [
    { name: 'good', result: 'as-expected', origin: 'a.c:1', report: REPORT },
    { name: 'bad', result: 'failed', origin: 'a.c:2', report: REPORT },
    { name: 'broken', result: 'bad-input', origin: 'b.c:3', why: 'no main', report: null },
  ] };
  const found = core.suiteProblems(suite);
  assert.deepStrictEqual(found.map((p) => [p.file, p.line, p.code]), [['a.c', 19, 'assertion'], ['b.c', 2, 'bad-input']]);
  assert.strictEqual(core.summary(suite), '1 of 3 tests ended as expected');
});

test('the page of an unexpected error comes first', () => {
  const suite = { tests: ['as-expected', 'as-expected', 'failed'].map((result) => ({ result })) };
  assert.strictEqual(core.pageToShow(suite, [1, 3]), 3);
  assert.strictEqual(core.pageToShow(suite, [1]), 1);
  assert.strictEqual(core.pageToShow(suite, []), undefined);
});

test('the problem matcher reads the text of the README', () => {
  const root = path.join(__dirname, '../../..');
  const lines = fs.readFileSync(path.join(root, 'README.md'), 'utf8').split('\n');
  const matcher = JSON.parse(fs.readFileSync(path.join(root, 'editors/problem-matcher.json'), 'utf8'));
  const [{ pattern }] = matcher.problemMatcher;
  const own = require('../package.json').contributes.problemMatchers[0].pattern;
  assert.deepStrictEqual(own, pattern, 'both have the same patterns');
  const [first, second] = pattern.map(({ regexp }) => new RegExp(regexp));
  const at = lines.findIndex((line) => first.test(line) && line.includes('visitors'));
  assert.deepStrictEqual(first.exec(lines[at]).slice(1), ['assertion', 'visitors == 2']);
  assert.deepStrictEqual(second.exec(lines[at + 1]).slice(1), ['examples/lost-update.c', '20', '3']);
});
