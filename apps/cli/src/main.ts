import { readFile } from 'node:fs/promises';
import { damagedLines } from '@batbot/core';
import { HELP, readArguments, usageOf } from './arguments.ts';
import { connectTo } from './connect.ts';
import { decodeCapture } from './decode.ts';
import { printLive } from './live.ts';
import { nodePorts } from './node-ports.ts';
import { runTerminal } from './terminal.ts';
import {
  BUILT_IN_IDS,
  isBuiltInId,
  loadBuiltIn,
  loadProfile,
  type Profile,
} from '@batbot/core/profiles';
import { checkProfileText, decodeByProfile } from './profile.ts';
import { runParameters } from './parameters.ts';
import { printed } from './printed.ts';
import { sendFirmware } from './send-firmware.ts';
import { signFirmware } from './sign-firmware.ts';
import { verifyFile } from './verify.ts';

const print = (text: string): void => {
  process.stdout.write(`${printed(text)}\n`);
};

const fail = (text: string, code: number): number => {
  process.stderr.write(`${printed(text)}\n`);
  return code;
};

/** Ends a command: a problem is printed as such. */
const end = ({ text, code }: { readonly text: string; readonly code: number }): number => {
  if (code !== 0) return fail(text, code);
  print(text);
  return 0;
};

const textOf = async (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').catch(() => undefined);

/** Loads a profile by the path of its file or by the id of a built-in profile. Returns an error text if this fails. */
const profileNamed = async (name: string): Promise<Profile | string> => {
  if (isBuiltInId(name)) return loadBuiltIn(name);
  const text = await textOf(name);
  if (text === undefined) {
    return `${name} cannot be read, and no profile comes with the app by that name: ${BUILT_IN_IDS.join(', ')}`;
  }
  const read = loadProfile(text);
  return read.ok ? read.value : `${name}: ${read.error.path} ${read.error.problem}`;
};

const decode = async (file: string, name: string | undefined): Promise<number> => {
  const profile = name === undefined ? undefined : await profileNamed(name);
  if (typeof profile === 'string') return fail(profile, 2);
  const bytes = await readFile(file).catch(() => undefined);
  if (bytes === undefined) return fail(`${file} cannot be read`, 2);
  const damaged = damagedLines(bytes);
  if (damaged.length > 0)
    process.stderr.write(`Damaged lines of the file are left out: ${damaged.join(', ')}\n`);
  const decoded = profile === undefined ? decodeCapture(bytes) : decodeByProfile(bytes, profile);
  print(JSON.stringify(decoded, null, 2));
  return ('packs' in decoded ? decoded.packs : decoded.samples).length > 0 ? 0 : 1;
};

const check = async (file: string): Promise<number> => {
  const content = await textOf(file);
  if (content === undefined) return fail(`${file} cannot be read`, 2);
  return end(checkProfileText(file, content));
};

const run = async (words: readonly string[]): Promise<number> => {
  const ask = readArguments(words);
  if (ask.kind === 'help') {
    print(HELP);
    return 0;
  }
  if (ask.kind === 'wrong') {
    const [command = ''] = words;
    return fail(`${ask.problem}\n\n${usageOf(command)}`, 2);
  }
  if (ask.kind === 'decode') return decode(ask.file, ask.profile);
  if (ask.kind === 'profile') return check(ask.file);
  if (ask.kind === 'verify') {
    const { text, code } = await verifyFile(ask);
    print(text);
    return code;
  }

  if (ask.kind === 'parameters') {
    const ended = await runParameters(ask, print);
    if (ask.verb !== 'diff') return end(ended);
    print(ended.text);
    return ended.code;
  }
  if (ask.kind === 'firmwareSign') {
    const { text, code, fingerprint } = await signFirmware(ask);
    if (fingerprint !== undefined) process.stderr.write(`Signed by ${fingerprint}\n`);
    return end({ text, code });
  }
  if (ask.kind === 'firmwareSend') {
    return end(await sendFirmware(ask, (line) => void process.stderr.write(line)));
  }

  const core = await connectTo(ask.port, ask.baudRate, ask.kind === 'live' ? 'home' : 'terminal');
  if (typeof core === 'string') return fail(core, 1);
  core.link.changeSettings({ reconnect: false });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void core.link.disconnect());
  }
  process.stdout.on('error', () => void core.link.disconnect());
  if (ask.kind === 'live') {
    await printLive(core, {
      clock: nodePorts.clock,
      print,
      complain: (text) => void process.stderr.write(`${text}\n`),
      asJson: ask.json,
      count: ask.count,
    });
  } else await runTerminal(core, process.stdin, print);
  const { cause } = { cause: { kind: 'user' }, ...core.link.connection$.value };
  await core.dispose();
  return cause.kind === 'user' ? 0 : fail('The device was disconnected.', 1);
};

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: Error) => {
    // The reader of the output has ended ("| head"), which is not an error. A write to a device continues in any case.
    if ('code' in error && error.code === 'EPIPE') return;
    process.exitCode = 1;
    // An error of stderr is not reported there: the report would fail in the same way, again and again.
    if (stream === process.stdout) fail(`The output cannot be written: ${error.message}`, 1);
  });
}
const code = await run(process.argv.slice(2));
process.exitCode ??= code;
