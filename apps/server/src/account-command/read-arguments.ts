import { parseArgs } from 'node:util';
import { permissionFlags } from '../accounts/permission-flags.ts';

/** The parsed command line of `npm run accounts`. */
export type AccountAsk =
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly problem: string }
  | { readonly kind: 'list' }
  | { readonly kind: 'add'; readonly name: string; readonly details: AccountDetails }
  | { readonly kind: 'password'; readonly name: string }
  | { readonly kind: 'flags'; readonly name: string; readonly flags: readonly string[] }
  | { readonly kind: 'activate' | 'deactivate' | 'remove'; readonly name: string };

export interface AccountDetails {
  readonly email: string;
  readonly flags: readonly string[];
  readonly permission: string;
  readonly profilePermission: string;
  readonly companyName: string;
  readonly clientId: string | null;
  readonly clientName: string | null;
  readonly userLevel: string;
  readonly phoneNumber: string;
  /** Maximum number of accounts below this one; null means no limit. */
  readonly maxSubUsers: number | null;
  /** User name of the account above this one; undefined means that there is none. */
  readonly creator: string | undefined;
  /** Path of a JSON file with the user's popover content. */
  readonly popoverFile: string | undefined;
}

export const HELP = `Accounts of the reference server

  npm run accounts -w @batbot/server -- list
  npm run accounts -w @batbot/server -- add NAME --email ADDRESS [--flags LIST]
      [--company TEXT] [--permission TEXT] [--profile TEXT] [--level TEXT] [--phone TEXT]
      [--client-id TEXT] [--client-name TEXT] [--creator NAME] [--popover FILE.json]
      [--sub-users NUMBER]    how many accounts may be below; without it none below a
                              creator, any number in an account without one
  npm run accounts -w @batbot/server -- flags NAME LIST
  npm run accounts -w @batbot/server -- password NAME
  npm run accounts -w @batbot/server -- deactivate NAME      (or activate)
  npm run accounts -w @batbot/server -- remove NAME

  A password is asked for, or read from the first line of standard input; it is never an argument.
  LIST: "all", "none", or flags with commas between:
  ${permissionFlags.join(', ').replace(/(.{60,80}), /g, '$1,\n  ')}
  The database is that of the server: DATABASE_URL, or BATBOT_DATA_DIR (.run/data), whose server
  must not be running meanwhile.
`;

const options = {
  email: { type: 'string' },
  flags: { type: 'string', default: 'none' },
  company: { type: 'string', default: '' },
  permission: { type: 'string', default: 'staff' },
  profile: { type: 'string', default: 'full' },
  level: { type: 'string', default: '1' },
  phone: { type: 'string', default: '' },
  'client-id': { type: 'string' },
  'client-name': { type: 'string' },
  creator: { type: 'string' },
  popover: { type: 'string' },
  'sub-users': { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

/** What each command takes after its name. */
const COMMANDS = {
  list: [],
  add: ['a user name'],
  flags: ['a user name', 'a LIST'],
  password: ['a user name'],
  activate: ['a user name'],
  deactivate: ['a user name'],
  remove: ['a user name'],
} as const;

const isCommand = (word: string): word is keyof typeof COMMANDS => Object.hasOwn(COMMANDS, word);

const wrong = (problem: string): AccountAsk => ({ kind: 'wrong', problem });

/** Parses the LIST argument. Returns the flags, or an error text for an invalid list. */
const readFlags = (text: string): readonly string[] | string => {
  if (text === 'all') return permissionFlags;
  const names = text === 'none' ? [] : text.split(',').map((name) => name.trim());
  const known: readonly string[] = permissionFlags;
  const unknown = names.find((name) => !known.includes(name));
  return unknown === undefined ? [...new Set(names)] : `"${unknown}" is not a permission flag`;
};

/**
 * Whether a value has no control characters and no outer spaces. Control characters in a name could forge a line of
 * `list` or of a log.
 */
const isPlain = (value: string | boolean): boolean =>
  typeof value === 'boolean' || (!/\p{Cc}/u.test(value) && value.trim() === value);

export const readArguments = (words: readonly string[]): AccountAsk => {
  let parsed;
  try {
    parsed = parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return wrong(message.split('. ')[0] ?? message); // the rest is about positional arguments
  }
  const { values, positionals } = parsed;
  const [command, name = '', list = ''] = positionals;
  if (values.help || command === undefined || command === 'help') return { kind: 'help' };
  if (!isCommand(command)) return wrong(`there is no command "${command}"`);
  const taken = COMMANDS[command];
  if (positionals.length !== taken.length + 1)
    return wrong(`${command} takes ${taken.join(' and ') || 'nothing else'}`);
  if (command === 'list') return { kind: 'list' };
  if (name.trim() === '') return wrong(`${command} needs a user name`);
  const unclean = [name, ...Object.values(values)].find((text) => !isPlain(text));
  if (unclean !== undefined) {
    return wrong(
      `${JSON.stringify(unclean)} has a control character or a blank at its start or end`,
    );
  }
  switch (command) {
    case 'add': {
      const flags = readFlags(values.flags);
      if (typeof flags === 'string') return wrong(flags);
      if (values.email === undefined || !/^\S+@\S+$/.test(values.email))
        return wrong('add needs --email with an address');
      const subUsers = values['sub-users'];
      if (subUsers !== undefined && !/^\d{1,6}$/.test(subUsers))
        return wrong('--sub-users needs a number');
      const usual = values.creator === undefined ? null : 0;
      return {
        kind: 'add',
        name,
        details: {
          email: values.email,
          flags,
          permission: values.permission,
          profilePermission: values.profile,
          companyName: values.company,
          clientId: values['client-id'] ?? null,
          clientName: values['client-name'] ?? null,
          userLevel: values.level,
          phoneNumber: values.phone,
          maxSubUsers: subUsers === undefined ? usual : Number(subUsers),
          creator: values.creator,
          popoverFile: values.popover,
        },
      };
    }
    case 'flags': {
      const flags = readFlags(list);
      return typeof flags === 'string' ? wrong(flags) : { kind: 'flags', name, flags };
    }
    case 'password':
    case 'activate':
    case 'deactivate':
    case 'remove':
      return { kind: command, name };
  }
};
