'use strict';
// The commands of the extension.

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const vscode = require('vscode');
const core = require('./core');
const { threadproof } = require('./run');

let diagnostics;
let status;
// The page of the last error.
let page = null;

function settings() {
  const own = vscode.workspace.getConfiguration('threadproof');
  return { program: own.get('path') || 'threadproof', words: own.get('arguments') || [] };
}

function folderOf(uri) {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  return folder ? folder.uri.fsPath : path.dirname(uri.fsPath);
}

function show(problems, folder) {
  diagnostics.clear();
  const files = new Map();
  const range = (at) => new vscode.Range(at.line, at.column, at.line, at.column + 1);
  const uri = (at) => vscode.Uri.file(path.resolve(folder, at.file));
  for (const problem of problems) {
    const severity = problem.severity === 'error' ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning;
    const shown = new vscode.Diagnostic(range(problem), problem.message, severity);
    shown.source = 'threadproof';
    shown.code = problem.code;
    shown.relatedInformation = problem.related.map((step) =>
      new vscode.DiagnosticRelatedInformation(new vscode.Location(uri(step), range(step)), step.message));
    const file = uri(problem).toString();
    files.set(file, [...(files.get(file) || []), shown]);
  }
  for (const [file, shown] of files) diagnostics.set(vscode.Uri.parse(file), shown);
}

// Runs threadproof, shows its problems, and keeps the page of an error.
async function run(words, folder, problems) {
  const { program } = settings();
  status.text = 'threadproof: running';
  status.show();
  try {
    const report = await threadproof(program, words, folder);
    show(problems(report), folder);
    status.text = `threadproof: ${core.summary(report)}`;
    return report;
  } catch (error) {
    status.text = 'threadproof: failed';
    vscode.window.showErrorMessage(error.message);
    return null;
  }
}

const temporary = () => fs.mkdtempSync(path.join(os.tmpdir(), 'threadproof-page-'));

async function checkFile() {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return null;
  await editor.document.save();
  const file = path.join(temporary(), 'page.html');
  const folder = folderOf(editor.document.uri);
  const name = path.relative(folder, editor.document.uri.fsPath);
  const words = ['check', name, '--format', 'json', '--html', file, ...settings().words];
  const report = await run(words, folder, core.problems);
  page = fs.existsSync(file) ? file : null;
  return report;
}

async function test(paths, filters, folder) {
  const pages = temporary();
  const words = ['test', ...paths, '--format', 'json', '--html', pages];
  for (const filter of filters) words.push('--filter', filter);
  const report = await run(words, folder, core.suiteProblems);
  const files = fs.readdirSync(pages).filter((file) => /^\d+\.html$/.test(file)).sort();
  const number = report && core.pageToShow(report, files.map((file) => parseInt(file, 10)));
  const file = files.find((file) => parseInt(file, 10) === number);
  page = file ? path.join(pages, file) : null;
  return report;
}

async function testAtCursor(line) {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return null;
  await editor.document.save();
  const text = editor.document.getText();
  const at = core.testAt(text, typeof line === 'number' ? line : editor.selection.active.line);
  if (at === undefined) {
    vscode.window.showErrorMessage('This file has no comment `// threadproof: …` that describes a test.');
    return null;
  }
  const folder = folderOf(editor.document.uri);
  const name = path.relative(folder, editor.document.uri.fsPath);
  try {
    const list = await threadproof(settings().program, ['test', name, '--list', '--format', 'json'], folder);
    return await test([name], core.testsOfLine(list, at), folder);
  } catch (error) {
    vscode.window.showErrorMessage(error.message);
    return null;
  }
}

async function testAll() {
  const [folder] = vscode.workspace.workspaceFolders || [];
  return folder ? test([], [], folder.uri.fsPath) : null;
}

function showPage() {
  if (!page) {
    vscode.window.showInformationMessage('The last check has found no error to step through.');
    return;
  }
  const panel = vscode.window.createWebviewPanel('threadproof', 'Threadproof', vscode.ViewColumn.Beside, { enableScripts: true });
  panel.webview.html = fs.readFileSync(page, 'utf8');
}

// A lens above each comment that describes a test.
const lenses = {
  provideCodeLenses(document) {
    return core.testLines(document.getText()).map((line) =>
      new vscode.CodeLens(new vscode.Range(line, 0, line, 0),
        { title: 'Run with threadproof', command: 'threadproof.testAtCursor', arguments: [line] }));
  },
};

function activate(context) {
  diagnostics = vscode.languages.createDiagnosticCollection('threadproof');
  status = vscode.window.createStatusBarItem();
  const languages = ['c', 'cpp', 'rust'].map((language) => ({ language }));
  context.subscriptions.push(
    diagnostics,
    status,
    vscode.commands.registerCommand('threadproof.checkFile', checkFile),
    vscode.commands.registerCommand('threadproof.testAtCursor', testAtCursor),
    vscode.commands.registerCommand('threadproof.testAll', testAll),
    vscode.commands.registerCommand('threadproof.showPage', showPage),
    vscode.languages.registerCodeLensProvider(languages, lenses),
  );
}

module.exports = { activate, deactivate() {} };
