import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hasPty } from './pty-transport.ts';

// TIOCEXCL does not affect root, so root runs the clients as the user `nobody`. Perl makes the one system call that
// Node cannot.
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const hasPerl = spawnSync('perl', ['-v']).status === 0;
const exclusive = process.platform === 'darwin' ? 0x2000740d : 0x540c;

/**
 * A client that opens the port, sets TIOCEXCL as Chromium does, sends a command, prints the first line of the reply and
 * closes the port.
 */
const client = `use Fcntl;
sysopen(P, $ARGV[0], O_RDWR | O_NOCTTY) or die "open: $!";
ioctl(P, ${exclusive}, 0) or die "exclusive: $!";
syswrite(P, "AT\\r\\n");
my $reply = "";
sysread(P, $reply, 64, length $reply) or die "read: $!" until $reply =~ /OK\\r/;
$reply =~ s/\\s//g;
print "$reply\\n";`;

const talk = (path: string): string => {
  const done = spawnSync('perl', ['-e', client, path], {
    ...nobody,
    encoding: 'utf8',
    timeout: 10_000,
  });
  return done.stdout.trim() || done.stderr.trim();
};

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'batbot-excl-'));
  chmodSync(folder, 0o777);
});
let simulator: ChildProcess | undefined;
afterEach(() => {
  simulator?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

test.skipIf(!hasPerl || !hasPty(process.platform))(
  '[SR-32] a port that its client left locked can be opened again, by a user who is not root',
  async () => {
    const path = join(folder, 'obd');
    const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
    const main = fileURLToPath(new URL('../main.ts', import.meta.url));
    const running = spawn(process.execPath, ['--import', tsx, main, '--pty', path], {
      ...nobody,
      cwd: folder,
      env: { ...process.env, HOME: folder, TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    simulator = running;
    const lines = createInterface(running.stdout);
    for await (const text of lines) if (text === 'simulator ready') break;
    const first = realpathSync(path);
    expect(talk(path)).toBe('OK');
    // The link leads to the next port as soon as the simulator has detected that the client is gone.
    await expect.poll(() => realpathSync(path)).not.toBe(first);
    expect(talk(path)).toBe('OK');
    const ended = once(running, 'exit');
    running.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  },
);
