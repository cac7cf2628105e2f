import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findCredentials } from '../accounts/account-store.ts';
import { createPasswordCheck } from '../accounts/passwords.ts';
import { permissionFlags } from '../accounts/permission-flags.ts';
import type { Database } from '../database/database.ts';
import { createSessionStore } from '../sessions/session-store.ts';
import { openMemoryDatabase } from '../testing/memory-database.ts';
import { HELP, readArguments } from './read-arguments.ts';
import { runAccountCommand } from './run-account-command.ts';

const PASSWORD = 'correct horse battery';

describe('the accounts command', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openMemoryDatabase();
  }, 60_000);
  afterAll(() => database?.close());
  beforeEach(() => database.script('delete from users'));

  const run = async (command: string, password = PASSWORD) => {
    const said: string[] = [];
    const ask = readArguments(command.split(' '));
    if (ask.kind === 'help' || ask.kind === 'wrong') throw new Error(`not a command: ${command}`);
    const complaint = await runAccountCommand(ask, {
      database,
      readPassword: () => Promise.resolve(password),
      readFile: (path) =>
        path === 'popover.json' ? Promise.resolve('{"popOver":{}}') : Promise.reject(new Error()),
      say: (line) => said.push(line),
    });
    return { complaint, said };
  };

  it('adds an account that may sign in, its password kept as a hash alone', async () => {
    const added = await run('add ada --email ada@works.example --flags terminal,newHomePage');
    expect(added.complaint).toBeUndefined();
    const stored = await findCredentials(database, 'ADA@works.example');
    expect(stored?.account).toMatchObject({
      userName: 'ada',
      active: true,
      flags: ['terminal', 'newHomePage'],
    });
    expect(stored?.passwordHash).toMatch(/^\$argon2id\$/);
    const { matches } = await createPasswordCheck();
    expect(await matches(PASSWORD, stored?.passwordHash)).toBe(true);
    expect((await run('list')).said).toEqual([
      expect.stringMatching(/^ada\tada@works.example\tactive/),
    ]);
  });

  it('makes a sub-user of an account, with popover content from a file', async () => {
    await run('add boss --email boss@works.example --flags all');
    const { complaint } = await run(
      'add ben --email ben@works.example --creator boss --popover popover.json',
    );
    expect(complaint).toBeUndefined();
    const boss = (await findCredentials(database, 'boss'))?.account;
    expect(boss).toMatchObject({ subUserCount: 1, flags: [...permissionFlags] });
    expect((await findCredentials(database, 'ben'))?.account.creatorId).toBe(boss?.id);
  });

  it('refuses taken names, unknown creators, short passwords and unreadable files, and changes nothing', async () => {
    await run('add ada --email ada@works.example');
    for (const [command, password] of [
      ['add ADA --email other@works.example', PASSWORD],
      ['add eve --email ada@works.example', PASSWORD],
      ['add eve --email eve@works.example --creator nobody', PASSWORD],
      ['add eve --email eve@works.example --popover missing.json', PASSWORD],
      ['add eve --email eve@works.example', 'too short'],
      ['password nobody', PASSWORD],
      ['password ada', ''],
    ] as const)
      expect((await run(command, password)).complaint, command).toBeDefined();
    expect((await run('list')).said).toHaveLength(1);
  });

  it('gives a new password, which ends the session of before', async () => {
    await run('add ada --email ada@works.example');
    const { account } = (await findCredentials(database, 'ada')) ?? {};
    const sessions = createSessionStore(database, Date.now);
    const token = await sessions.open(account?.id ?? '');
    expect((await run('password ada', 'another long password')).complaint).toBeUndefined();
    expect(await sessions.find(token)).toBeUndefined();
    const { matches } = await createPasswordCheck();
    const stored = (await findCredentials(database, 'ada'))?.passwordHash;
    expect(await matches('another long password', stored)).toBe(true);
  });

  it('changes flags and switches an account off and on; its session lives on, to be told', async () => {
    await run('add ada --email ada@works.example');
    await run('flags ada terminal');
    await run('deactivate ada');
    expect((await findCredentials(database, 'ada'))?.account).toMatchObject({
      flags: ['terminal'],
      active: false,
    });
    await run('activate ada');
    expect((await findCredentials(database, 'ada'))?.account.active).toBe(true);
  });
});

it.each([
  'add',
  'add ada',
  'add ada --email nonsense',
  'add ada --email a@b --flags root',
  'flags ada',
  'flags ada root',
  'add ada --password secret --email a@b',
  'remove ada',
  'list of all those here',
])('"%s" is refused with a word why', (command) => {
  expect(readArguments(command.split(' ')).kind).toBe('wrong');
});

it('without a command the help is shown, with every flag', () => {
  expect(readArguments([])).toEqual({ kind: 'help' });
  for (const flag of permissionFlags) expect(HELP).toContain(flag);
});
