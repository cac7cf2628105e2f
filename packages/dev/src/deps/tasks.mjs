/**
 * @typedef {object} Task
 * @property {string} file relative to the repository's root
 * @property {readonly string[]} args what the task finds in `process.argv` from index 2 on
 */

/** @type {Readonly<Record<string, { does: string, file: string, args?: readonly string[] }>>} */
const tasks = {
  start: {
    does: 'build what changed; run account server, simulator and web app',
    file: 'packages/dev/src/start.ts',
  },
  dev: {
    does: 'the same with the web app served by Vite, reloading on every change',
    file: 'packages/dev/src/dev.ts',
  },
  test: {
    does: 'checks, then unit, contract, integration and browser tests  [--only check|unit|browser]',
    file: 'packages/dev/src/test.ts',
  },
  check: {
    does: 'types, lint, boundaries, unused code, format, lock, rules, bundle size  [names …]',
    file: 'packages/dev/src/check.ts',
  },
  build: { does: 'build the web app if it changed', file: 'packages/dev/src/build.ts' },
  format: {
    does: 'write every file in the one format',
    file: 'node_modules/prettier/bin/prettier.cjs',
    args: ['--write', '--log-level=warn', '.'],
  },
  simulator: {
    does: 'the simulated device alone  [--pty PATH] [--ws PORT] [--seed N] [--cells N] [--temps N]',
    file: 'simulator/src/main.ts',
  },
  bench: {
    does: 'benchmarks: ratios against peers in the same run',
    file: 'packages/dev/src/bench.ts',
  },
  soak: {
    does: 'a gigabyte, a thousand connects, a day of polling  [--bytes N] [--cycles N] [--hours N]',
    file: 'packages/dev/src/soak.ts',
  },
  batbot: {
    does: 'the core without a browser  live --port PATH | terminal --port PATH | decode FILE | verify FILE',
    file: 'apps/cli/src/main.ts',
  },
};

/**
 * The task of that name, or undefined.
 * @param {string} name
 * @param {readonly string[]} args the user's, appended to the task's own
 * @returns {Task | undefined}
 */
export function findTask(name, args) {
  const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
  return task && { file: task.file, args: [...(task.args ?? []), ...args] };
}

/** For people: one line a task. */
export function taskList() {
  const lines = Object.entries(tasks).map(([name, { does }]) => `  ${name.padEnd(10)} ${does}`);
  return ['Tasks (npm run TASK):', ...lines].join('\n');
}
