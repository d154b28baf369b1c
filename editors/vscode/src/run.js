'use strict';
// Runs threadproof and reads what it prints.

const { execFile } = require('node:child_process');

// The JSON on its standard output. Exit codes from 0 to 3 are answers, the report says which; 2 without a report is a mistake
// that threadproof explains on standard error.
function threadproof(program, words, folder) {
  return new Promise((resolve, reject) => {
    const options = { cwd: folder, maxBuffer: 256 << 20 };
    execFile(program, words, options, (error, output, complaint) => {
      if (error && error.code === 'ENOENT') {
        reject(new Error(`${program} was not found; the setting threadproof.path says where it is`));
        return;
      }
      try {
        resolve(JSON.parse(output));
      } catch {
        reject(new Error(complaint.trim() || `threadproof ended with ${error ? error.code : 'no report'}`));
      }
    });
  });
}

module.exports = { threadproof };
