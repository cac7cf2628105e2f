import { parseArgs } from 'node:util';

const VERBS = ['read', 'diff', 'write', 'finish', 'rollback'] as const;
type ParametersVerb = (typeof VERBS)[number];

/** The parsed command line. */
export type Ask =
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly problem: string }
  | {
      readonly kind: 'live';
      readonly port: string;
      readonly baudRate: number;
      readonly json: boolean;
      /** Number of samples to print; undefined to print until the connection ends. */
      readonly count: number | undefined;
    }
  | { readonly kind: 'terminal'; readonly port: string; readonly baudRate: number }
  | {
      readonly kind: 'decode';
      readonly file: string;
      /** The profile that decodes the file: a path, or the id of a built-in profile. */
      readonly profile?: string | undefined;
    }
  | { readonly kind: 'profile'; readonly file: string }
  | {
      readonly kind: 'verify';
      readonly file: string;
      /** The fingerprint of the required key; undefined if any key is accepted. */
      readonly key: string | undefined;
      readonly json: boolean;
    }
  | {
      readonly kind: 'parameters';
      readonly verb: ParametersVerb;
      readonly port: string;
      readonly baudRate: number;
      readonly schema: string;
      /** The file of the parameter set for `diff` and `write`. */
      readonly set?: string | undefined;
      /** The serial number that the user typed to change protections. */
      readonly serial?: string | undefined;
      /** Whether the firmware may be newer than the schema. */
      readonly newerFirmware: boolean;
      /** The file of the unfinished writes. Default: in the home directory. */
      readonly journal?: string | undefined;
    }
  | {
      readonly kind: 'firmwareSend';
      readonly port: string;
      readonly baudRate: number;
      readonly file: string;
      readonly protocol: 'xmodem' | 'ymodem';
      /** Default: what the receiver asks for. */
      readonly blockSize?: 128 | 1_024 | undefined;
    }
  | {
      readonly kind: 'firmwareSign';
      readonly file: string;
      /** The path of the description, without the fields that are computed from the image and the key. */
      readonly description: string;
      /** The path of the private key, as PEM. */
      readonly key: string;
    };

/** How each command is called. */
const USAGES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    live: `  npm run batbot -- live --port PATH [--baud N] [--json] [--count N]
      polls the device every 2 s and prints each sample; --json: one object per line
`,
    terminal: `  npm run batbot -- terminal --port PATH [--baud N]
      sends each typed line and prints the log; Ctrl+D ends
`,
    firmware: `  npm run batbot -- firmware send --protocol xmodem|ymodem --port PATH [--baud N]
                    [--block 128|1024] FILE
      sends a file to a receiver that asks for it, such as rx or rb; nothing else is sent.
      XMODEM fills the last block up with 0x1A. Exit code 0: every block was acknowledged
  npm run batbot -- firmware sign --description FILE --key FILE IMAGE
      prints the description of an image with its hash and signature, for Firmware › Add an
      image. The key is a private key of the curve P-256 (PEM); its fingerprint is printed too
`,
    parameters: `  npm run batbot -- parameters read|diff|write|finish|rollback --port PATH [--baud N]
                    --schema FILE [--set FILE] [--serial SN] [--newer-firmware]
      read prints the parameters as a set; diff compares them with a set (exit code 1: they
      differ); write writes the values of a set, reads everything back, and prints what the
      device has. Protections need --serial, a locked device BATBOT_DEVICE_PASSWORD. finish
      and rollback end an interrupted write. Exit code 0: the device has every value
`,
    decode: `  npm run batbot -- decode FILE [--profile FILE|ID]
      decodes a capture (text, or JSONL as the app exports it) and prints as JSON one
      sample for each reply, with its command and time, how each value is known, and a
      draft profile; exit code 0 only if something was decoded. ID is the name of a profile
      that comes with the app, such as jbd
`,
    profile: `  npm run batbot -- profile check FILE
      runs a profile's test vectors. Exit code 0: all pass; 1: some fail; 2: no valid profile
`,
    verify: `  npm run batbot -- verify FILE [--key FINGERPRINT] [--json]
      checks a sealed session: unchanged since it was sealed, or changed, and where; needs
      no network. Exit code 0: unchanged (and by that key); 1: changed, or by another key;
      2: no sealed session, or not readable
`,
  }),
);

export const HELP = `BatBot without a browser

${[...USAGES.values()].join('')}`;

/** Returns the part of the help about a command. */
export const usageOf = (command: string): string =>
  USAGES.get(command) ?? 'npm run batbot -- help shows all commands';

const wrong = (problem: string): Ask => ({ kind: 'wrong', problem });

const wholeNumber = (text: string): number | undefined =>
  /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;

const options = {
  port: { type: 'string' },
  baud: { type: 'string', default: '115200' },
  json: { type: 'boolean', default: false },
  count: { type: 'string' },
  key: { type: 'string' },
  profile: { type: 'string' },
  description: { type: 'string' },
  protocol: { type: 'string' },
  block: { type: 'string' },
  schema: { type: 'string' },
  set: { type: 'string' },
  serial: { type: 'string' },
  journal: { type: 'string' },
  'newer-firmware': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

export const readArguments = (words: readonly string[]): Ask => {
  let parsed;
  try {
    parsed = parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return wrong(message.split('. ')[0] ?? message); // the rest is about positional arguments
  }
  const { values, positionals } = parsed;
  const [command, ...rest] = positionals;
  if (values.help || command === undefined || command === 'help') return { kind: 'help' };

  if (command === 'decode' || command === 'verify') {
    const [file] = rest;
    if (file === undefined || rest.length > 1) return wrong(`${command} takes one file`);
    return command === 'decode'
      ? { kind: command, file, profile: values.profile }
      : { kind: command, file, key: values.key, json: values.json };
  }
  if (command === 'profile') {
    const [verb, file, ...more] = rest;
    return verb !== 'check' || file === undefined || more.length > 0
      ? wrong('profile check takes one file')
      : { kind: 'profile', file };
  }
  if (command === 'firmware' && rest[0] === 'sign') {
    const [, file, ...more] = rest;
    const { description, key } = values;
    if (file === undefined || more.length > 0) return wrong('firmware sign takes one image');
    if (description === undefined) return wrong('firmware sign needs --description FILE');
    if (key === undefined) return wrong('firmware sign needs --key FILE');
    return { kind: 'firmwareSign', file, description, key };
  }
  if (!['live', 'terminal', 'firmware', 'parameters'].includes(command)) {
    return wrong(`There is no command ${command}`);
  }

  const baudRate = wholeNumber(values.baud);
  if (values.port === undefined) return wrong(`${command} needs --port PATH`);
  if (baudRate === undefined) return wrong(`--baud ${values.baud} is not a baud rate`);
  if (command === 'parameters') {
    const verb = VERBS.find((each) => each === rest[0]);
    const { schema, set, serial, journal } = values;
    if (verb === undefined || rest.length > 1) {
      return wrong(`parameters takes one of: ${VERBS.join(', ')}`);
    }
    if (schema === undefined) return wrong(`parameters ${verb} needs --schema FILE`);
    if ((verb === 'diff' || verb === 'write') && set === undefined) {
      return wrong(`parameters ${verb} needs --set FILE`);
    }
    return {
      kind: 'parameters',
      verb,
      port: values.port,
      baudRate,
      schema,
      set,
      serial,
      newerFirmware: values['newer-firmware'],
      journal,
    };
  }
  if (command === 'firmware') {
    const [verb, file, ...more] = rest;
    const { protocol, block } = values;
    if (verb !== 'send' || file === undefined || more.length > 0) {
      return wrong('firmware takes: send FILE, or sign IMAGE');
    }
    if (protocol !== 'xmodem' && protocol !== 'ymodem') {
      return wrong('firmware send needs --protocol xmodem or --protocol ymodem');
    }
    if (block !== undefined && block !== '128' && block !== '1024') {
      return wrong(`--block ${block} is not 128 or 1024`);
    }
    const blockSize = block && (block === '128' ? 128 : 1_024);
    return { kind: 'firmwareSend', port: values.port, baudRate, file, protocol, blockSize };
  }
  if (rest.length > 0) return wrong(`${command} does not take “${rest.join(' ')}”`);
  if (command === 'terminal') return { kind: 'terminal', port: values.port, baudRate };

  const count = values.count === undefined ? undefined : wholeNumber(values.count);
  if (values.count !== undefined && count === undefined) {
    return wrong(`--count ${values.count} is not a number of samples`);
  }
  return { kind: 'live', port: values.port, baudRate, json: values.json, count };
};
