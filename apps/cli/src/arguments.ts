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

const parse = (words: readonly string[]) =>
  parseArgs({ args: [...words], options, allowPositionals: true });

type Values = ReturnType<typeof parse>['values'];
interface Connection {
  readonly port: string;
  readonly baudRate: number;
}

/** Reads the options of a command that connects to a device. */
const connected = (
  command: string,
  { port, baud }: Values,
  read: (connection: Connection) => Ask,
): Ask => {
  if (port === undefined) return wrong(`${command} needs --port PATH`);
  const baudRate = wholeNumber(baud);
  return baudRate === undefined
    ? wrong(`--baud ${baud} is not a baud rate`)
    : read({ port, baudRate });
};

/** Returns the only word; undefined if there is none or more than one. */
const onlyOf = ([word, ...more]: readonly string[]): string | undefined =>
  more.length === 0 ? word : undefined;

const unwanted = (command: string, rest: readonly string[]): Ask =>
  wrong(`${command} does not take “${rest.join(' ')}”`);

const readLive = (values: Values, rest: readonly string[]): Ask =>
  connected('live', values, (connection) => {
    if (rest.length > 0) return unwanted('live', rest);
    const { json, count: text } = values;
    const count = text === undefined ? undefined : wholeNumber(text);
    return text !== undefined && count === undefined
      ? wrong(`--count ${text} is not a number of samples`)
      : { kind: 'live', ...connection, json, count };
  });

const readTerminal = (values: Values, rest: readonly string[]): Ask =>
  connected('terminal', values, (connection) =>
    rest.length > 0 ? unwanted('terminal', rest) : { kind: 'terminal', ...connection },
  );

const readSend = (values: Values, rest: readonly string[]): Ask =>
  connected('firmware', values, (connection) => {
    const { protocol, block } = values;
    const file = rest[0] === 'send' ? onlyOf(rest.slice(1)) : undefined;
    if (file === undefined) return wrong('firmware takes: send FILE, or sign IMAGE');
    if (protocol !== 'xmodem' && protocol !== 'ymodem')
      return wrong('firmware send needs --protocol xmodem or --protocol ymodem');
    if (block !== undefined && block !== '128' && block !== '1024')
      return wrong(`--block ${block} is not 128 or 1024`);
    const blockSize = block && (block === '128' ? 128 : 1_024);
    return { kind: 'firmwareSend', ...connection, file, protocol, blockSize };
  });

const readSign = ({ description, key }: Values, rest: readonly string[]): Ask => {
  const file = onlyOf(rest);
  if (file === undefined) return wrong('firmware sign takes one image');
  if (description === undefined) return wrong('firmware sign needs --description FILE');
  if (key === undefined) return wrong('firmware sign needs --key FILE');
  return { kind: 'firmwareSign', file, description, key };
};

const readParameters = (values: Values, rest: readonly string[]): Ask =>
  connected('parameters', values, (connection) => {
    const { schema, set, serial, journal, 'newer-firmware': newerFirmware } = values;
    const verb = VERBS.find((each) => each === onlyOf(rest));
    if (verb === undefined) return wrong(`parameters takes one of: ${VERBS.join(', ')}`);
    if (schema === undefined) return wrong(`parameters ${verb} needs --schema FILE`);
    if ((verb === 'diff' || verb === 'write') && set === undefined)
      return wrong(`parameters ${verb} needs --set FILE`);
    return { kind: 'parameters', verb, ...connection, schema, set, serial, newerFirmware, journal };
  });

const readDecode = ({ profile }: Values, rest: readonly string[]): Ask => {
  const file = onlyOf(rest);
  return file === undefined ? wrong('decode takes one file') : { kind: 'decode', file, profile };
};

const readProfile = (_: Values, [verb, ...rest]: readonly string[]): Ask => {
  const file = verb === 'check' ? onlyOf(rest) : undefined;
  return file === undefined ? wrong('profile check takes one file') : { kind: 'profile', file };
};

const readVerify = ({ key, json }: Values, rest: readonly string[]): Ask => {
  const file = onlyOf(rest);
  return file === undefined ? wrong('verify takes one file') : { kind: 'verify', file, key, json };
};

interface CommandForm {
  readonly usage: string;
  readonly read: (values: Values, rest: readonly string[]) => Ask;
}

/** How each command is called and read. */
const COMMANDS: ReadonlyMap<string, CommandForm> = new Map(
  Object.entries<CommandForm>({
    live: {
      read: readLive,
      usage: `  npm run batbot -- live --port PATH [--baud N] [--json] [--count N]
      polls the device every 2 s and prints each sample; --json: one object per line
`,
    },
    terminal: {
      read: readTerminal,
      usage: `  npm run batbot -- terminal --port PATH [--baud N]
      sends each typed line and prints the log; Ctrl+D ends
`,
    },
    firmware: {
      read: (values, rest) =>
        rest[0] === 'sign' ? readSign(values, rest.slice(1)) : readSend(values, rest),
      usage: `  npm run batbot -- firmware send --protocol xmodem|ymodem --port PATH [--baud N]
                    [--block 128|1024] FILE
      sends a file to a receiver that asks for it, such as rx or rb; nothing else is sent.
      XMODEM fills the last block up with 0x1A. Exit code 0: every block was acknowledged
  npm run batbot -- firmware sign --description FILE --key FILE IMAGE
      prints the description of an image with its hash and signature, for Firmware › Add an
      image. The key is a private key of the curve P-256 (PEM); its fingerprint is printed too
`,
    },
    parameters: {
      read: readParameters,
      usage: `  npm run batbot -- parameters read|diff|write|finish|rollback --port PATH [--baud N]
                    --schema FILE [--set FILE] [--serial SN] [--newer-firmware]
      read prints the parameters as a set; diff compares them with a set (exit code 1: they
      differ); write writes the values of a set, reads everything back, and prints what the
      device has. Protections need --serial, a locked device BATBOT_DEVICE_PASSWORD. finish
      and rollback end an interrupted write. Exit code 0: the device has every value
`,
    },
    decode: {
      read: readDecode,
      usage: `  npm run batbot -- decode FILE [--profile FILE|ID]
      decodes a capture (text, or JSONL as the app exports it) and prints as JSON one
      sample for each reply, with its command and time, how each value is known, and a
      draft profile; exit code 0 only if something was decoded. ID is the name of a profile
      that comes with the app, such as jbd
`,
    },
    profile: {
      read: readProfile,
      usage: `  npm run batbot -- profile check FILE
      runs a profile's test vectors. Exit code 0: all pass; 1: some fail; 2: no valid profile
`,
    },
    verify: {
      read: readVerify,
      usage: `  npm run batbot -- verify FILE [--key FINGERPRINT] [--json]
      checks a sealed session: unchanged since it was sealed, or changed, and where; needs
      no network. Exit code 0: unchanged (and by that key); 1: changed, or by another key;
      2: no sealed session, or not readable
`,
    },
  }),
);

export const HELP = `BatBot without a browser

${[...COMMANDS.values()].map(({ usage }) => usage).join('')}`;

/** Returns the part of the help about a command. */
export const usageOf = (command: string): string =>
  COMMANDS.get(command)?.usage ?? 'npm run batbot -- help shows all commands';

export const readArguments = (words: readonly string[]): Ask => {
  let parsed;
  try {
    parsed = parse(words);
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return wrong(message.split('. ')[0] ?? message); // the rest is about positional arguments
  }
  const { values, positionals } = parsed;
  const [command, ...rest] = positionals;
  if (values.help || command === undefined || command === 'help') return { kind: 'help' };
  return COMMANDS.get(command)?.read(values, rest) ?? wrong(`There is no command ${command}`);
};
