'use strict';
// What the extension knows of threadproof, without anything of the editor.

const COMMENT = /^\s*(?:\/\/|\/\*|;|\(\*)\s*threadproof:/;

// The lines, from 0, whose comments describe tests.
function testLines(text) {
  const lines = text.split('\n');
  return lines.map((line, index) => (COMMENT.test(line) ? index : -1)).filter((index) => index >= 0);
}

// The line of the test at or above a line; the first one of the file if there is none above.
function testAt(text, line) {
  const lines = testLines(text);
  const above = lines.filter((other) => other <= line);
  return above.length ? above[above.length - 1] : lines[0];
}

// The names of the tests that a line, from 0, describes: of what `threadproof test FILE --list --format json` prints.
function testsOfLine(list, line) {
  const origin = (test) => Number(test.origin.split(':').pop());
  return list.tests.filter((test) => origin(test) === line + 1).map((test) => test.name);
}

const place = (location) => ({
  file: location.file,
  line: Math.max(0, location.line - 1),
  column: Math.max(0, (location.column || 1) - 1),
});

// The problems of a report, as `threadproof check --format json` prints it.
function problems(report) {
  const found = report.errors.filter((error) => error.location).map((error) => ({
    ...place(error.location),
    severity: 'error',
    code: error.kind,
    message: error.why ? `${error.message}\n${error.why}` : error.message,
    related: error.trace
      .map((step, index) => ({ step, number: index + 1 }))
      .filter(({ step }) => step.location)
      .map(({ step, number }) => ({ ...place(step.location), message: `${number} ${step.thread}: ${words(step)}` })),
  }));
  if (report.verdict === 'inconclusive' && report.reason) {
    const at = report.reason.location || { file: report.program[0], line: 1, column: 1 };
    found.push({ ...place(at), severity: 'warning', code: report.reason.kind, message: `inconclusive: ${report.reason.message}`, related: [] });
  }
  return found;
}

function words(step) {
  const value = step.value === null ? '' : ` = ${step.value}`;
  return step.variable ? `${step.operation} ${step.variable}${value}` : step.operation;
}

// The problems of all tests of a suite that did not end as expected.
function suiteProblems(suite) {
  const found = [];
  for (const test of suite.tests) {
    if (test.result === 'as-expected') continue;
    const own = test.report ? problems(test.report) : [];
    if (own.length) {
      found.push(...own);
      continue;
    }
    const at = /^(.*):(\d+)$/.exec(test.origin) || [null, test.origin, '1'];
    found.push({ file: at[1], line: Number(at[2]) - 1, column: 0, severity: 'error', code: test.result, message: `${test.name}: ${test.why}`, related: [] });
  }
  return found;
}

// The number of the test of a suite whose page is the most interesting, of those that have pages.
function pageToShow(suite, numbers) {
  const wrong = (number) => suite.tests[number - 1] && suite.tests[number - 1].result !== 'as-expected';
  return numbers.find(wrong) ?? numbers[0];
}

// One sentence for the status bar.
function summary(report) {
  if (report.summary) return `${report.summary.as_expected} of ${report.summary.tests} tests ended as expected`;
  return report.verdict === 'error' ? `error: ${report.errors[0].message}` : report.verdict;
}

module.exports = { pageToShow, problems, suiteProblems, summary, testAt, testLines, testsOfLine };
