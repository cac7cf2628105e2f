import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root folder, without a trailing slash. */
export const root = fileURLToPath(new URL('../../../../', import.meta.url)).replace(/[\\/]$/, '');

export interface ToolResult {
  readonly code: number;
  /** Standard output and standard error in the order received; empty if they were shown. */
  readonly output: string;
}

export interface ToolOptions {
  /** The command, if its name differs from the package's name. */
  readonly command?: string;
  readonly signal?: AbortSignal | undefined;
  /** Whether the output is shown instead of collected. */
  readonly show?: boolean;
  readonly env?: NodeJS.ProcessEnv;
  /** Working directory. Default: the repository's root. */
  readonly cwd?: string;
}

/**
 * Returns the script of a package's command from its package.json. It needs no shell and no `npx`, and works on Windows
 * too.
 */
const commandOf = (packageName: string, command: string): string => {
  const require = createRequire(join(root, 'package.json'));
  const manifest = join(root, 'node_modules', packageName, 'package.json');
  const { bin } = require(manifest) as { bin: string | Readonly<Record<string, string>> };
  const script = typeof bin === 'string' ? bin : bin[command];
  if (script === undefined) throw new Error(`${packageName} has no command ${command}`);
  return join(dirname(manifest), script);
};

/** Runs a package's command. Rejects only if the command cannot be started. The code is −1 if it was killed. */
export const runTool = (
  packageName: string,
  args: readonly string[],
  { command = packageName, signal, show = false, env = process.env, cwd = root }: ToolOptions = {},
): Promise<ToolResult> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [commandOf(packageName, command), ...args], {
      cwd,
      env: show ? env : { ...env, NO_COLOR: '1', FORCE_COLOR: '0' },
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    });
    let output = '';
    const collect = (chunk: Buffer) => (output += chunk.toString('utf8'));
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    const kill = () => child.kill('SIGTERM');
    signal?.addEventListener('abort', kill, { once: true });
    child.once('error', reject);
    child.once('close', (code) => {
      signal?.removeEventListener('abort', kill);
      resolve({ code: code ?? -1, output });
    });
  });
