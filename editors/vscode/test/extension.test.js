'use strict';
// The extension with an editor that is played, and with the real threadproof if THREADPROOF names it.
const assert = require('node:assert');
const fs = require('node:fs');
const Module = require('node:module');
const os = require('node:os');
const path = require('node:path');
const test = require('node:test');

const said = { errors: [], panels: [], problems: new Map(), commands: new Map(), lenses: null };
const position = (line) => ({ line });
const vscode = {
  Range: class { constructor(line, column) { Object.assign(this, { line, column }); } },
  Diagnostic: class { constructor(range, message, severity) { Object.assign(this, { range, message, severity }); } },
  DiagnosticRelatedInformation: class { constructor(location, message) { Object.assign(this, { location, message }); } },
  Location: class { constructor(uri, range) { Object.assign(this, { uri, range }); } },
  CodeLens: class { constructor(range, command) { Object.assign(this, { range, command }); } },
  DiagnosticSeverity: { Error: 0, Warning: 1 },
  ViewColumn: { Beside: 2 },
  Uri: { file: (fsPath) => ({ fsPath, toString: () => fsPath }), parse: (text) => ({ fsPath: text, toString: () => text }) },
  languages: {
    createDiagnosticCollection: () => ({ clear: () => said.problems.clear(), set: (uri, list) => said.problems.set(uri.fsPath, list) }),
    registerCodeLensProvider: (_, lenses) => { said.lenses = lenses; },
  },
  commands: { registerCommand: (name, action) => said.commands.set(name, action) },
  window: {
    createStatusBarItem: () => ({ show() {} }),
    showErrorMessage: (message) => said.errors.push(message),
    showInformationMessage: (message) => said.errors.push(message),
    createWebviewPanel: () => { const panel = { webview: {} }; said.panels.push(panel); return panel; },
  },
  workspace: {
    getConfiguration: () => ({ get: (key) => ({ path: vscode.program, arguments: [] })[key] }),
    getWorkspaceFolder: () => ({ uri: { fsPath: vscode.folder } }),
  },
};

const load = Module._load;
Module._load = (request, ...rest) => (request === 'vscode' ? vscode : load(request, ...rest));
const extension = require('../src/extension');

const SOURCE = `// threadproof: expect=error:assertion -- -DN=2
// threadproof: expect=verified -- -DN=2
#include <assert.h>
int main(void) { assert(N == 1); }
`;

function open() {
  vscode.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'threadproof-vscode-'));
  const file = path.join(vscode.folder, 'a.c');
  fs.writeFileSync(file, SOURCE);
  const document = { uri: vscode.Uri.file(file), getText: () => SOURCE, save: async () => true };
  vscode.window.activeTextEditor = { document, selection: { active: position(3) } };
  return file;
}

test('all commands of the manifest exist', () => {
  extension.activate({ subscriptions: [] });
  const wanted = require('../package.json').contributes.commands.map(({ command }) => command);
  assert.deepStrictEqual([...said.commands.keys()].sort(), wanted.sort());
});

test('each test has a lens', () => {
  open();
  const lenses = said.lenses.provideCodeLenses(vscode.window.activeTextEditor.document);
  assert.deepStrictEqual(lenses.map((lens) => lens.command.arguments), [[0], [1]]);
});

test('a missing program is explained', async () => {
  open();
  vscode.program = '/no/such/threadproof';
  await said.commands.get('threadproof.checkFile')();
  assert.match(said.errors.pop(), /threadproof.path/);
});

test('the test at the cursor is run, and its error shown', { skip: !process.env.THREADPROOF }, async () => {
  const file = open();
  vscode.program = process.env.THREADPROOF;
  const report = await said.commands.get('threadproof.testAtCursor')();
  assert.deepStrictEqual(said.errors, []);
  assert.strictEqual(report.tests.length, 1);
  assert.strictEqual(report.tests[0].result, 'failed');
  const [problem] = said.problems.get(file);
  assert.deepStrictEqual([problem.range.line, problem.code], [3, 'assertion']);
  said.commands.get('threadproof.showPage')();
  assert.match(said.panels.pop().webview.html, /<!DOCTYPE html>/);
  await said.commands.get('threadproof.testAtCursor')(0);
  assert.strictEqual(said.problems.size, 0, 'what is expected is no problem');
});

test('all tests are run, and the page is that of the unexpected error', { skip: !process.env.THREADPROOF }, async () => {
  const file = open();
  vscode.program = process.env.THREADPROOF;
  vscode.workspace.workspaceFolders = [{ uri: { fsPath: vscode.folder } }];
  const report = await said.commands.get('threadproof.testAll')();
  assert.deepStrictEqual(report.tests.map((one) => one.result), ['as-expected', 'failed']);
  assert.strictEqual(said.problems.get(file).length, 1);
  said.commands.get('threadproof.showPage')();
  assert.match(said.panels.pop().webview.html, /N == 1/);
  await said.commands.get('threadproof.checkFile')();
  assert.match(said.errors.pop(), /cannot compile/);
});
