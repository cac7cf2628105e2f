import { runTool } from './process/run-tool.ts';

// `npm run gallery` takes screenshots of all states of the app, `npm run gallery -- NAME …` only of those whose name
// contains NAME.
const names = process.argv.slice(2);
const args = ['test', '--config=packages/dev/playwright.config.ts', '--project=gallery'];
const { code } = await runTool(
  '@playwright/test',
  [...args, '--reporter=line', ...(names.length === 0 ? [] : ['--grep', names.join('|')])],
  { command: 'playwright', show: true },
);
console.log(`Pictures: ${process.env['BATBOT_GALLERY'] ?? '/tmp/gallery'}`);
process.exitCode = code;
