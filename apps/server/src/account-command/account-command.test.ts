import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findCredentials } from '../accounts/account-store.ts';
import { createPasswordCheck } from '../accounts/passwords.ts';
import { permissionFlags } from '../accounts/permission-flags.ts';
import type { Database } from '../database/database.ts';
import { hashOf } from '../hash.ts';
import { createPasswordSetter } from '../login/set-password.ts';
import type { SecurityEvent } from '../security-event.ts';
import { createSessionStore } from '../sessions/session-store.ts';
import { builtProgram } from '../testing/built-server.ts';
import { openMemoryDatabase } from '../testing/memory-database.ts';
import { fillDataFolder } from '../testing/snapshots.ts';
import { applyAs, item, submitAs } from '../testing/test-workspace.ts';
import { listChanges } from '../workspace/lists/changes.ts';
import { asAccount } from '../workspace/scope.ts';
import { HELP, readArguments } from './read-arguments.ts';
import { runAccountCommand } from './run-account-command.ts';

const PASSWORD = 'four quiet rivers run';

describe('the accounts command', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openMemoryDatabase();
  });
  afterAll(() => database?.close());
  beforeEach(() => database.script('delete from users'));

  const run = async (command: string, password: string | null = PASSWORD) => {
    const said: string[] = [];
    const events: SecurityEvent[] = [];
    const ask = readArguments(command.split(' '));
    if (ask.kind === 'help' || ask.kind === 'wrong') throw new Error(`not a command: ${command}`);
    const complaint = await runAccountCommand(ask, {
      database,
      readPassword: () => Promise.resolve(password ?? undefined),
      readFile: (path) =>
        path === 'popover.json' ? Promise.resolve('{"popOver":{}}') : Promise.reject(new Error()),
      say: (line) => said.push(line),
      report: (event) => events.push(event),
    });
    return { complaint, said, events };
  };

  const setter = async () =>
    createPasswordSetter(database, await createPasswordCheck(), () => undefined);

  it('[CLI-16] the list says that there are no accounts', async () => {
    expect(await run('list')).toEqual({
      complaint: undefined,
      said: ['There are no accounts.'],
      events: [],
    });
  });

  it('adds an account that can sign in and stores only a hash of its password', async () => {
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

  it('[CLI-27] adds no account if the question for the password is cancelled', async () => {
    const { complaint } = await run('add ada --email ada@works.example', null);
    expect(complaint).toBe('Cancelled. Nothing was changed.');
    expect(await findCredentials(database, 'ada')).toBeUndefined();
  });

  it('adds a sub-user of an account, with popover content from a file', async () => {
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
      ['add eve --email eve@works.example --creator missing', PASSWORD],
      ['add eve --email eve@works.example --popover missing.json', PASSWORD],
      ['add eve --email eve@works.example', 'too short'],
      ['password missing', PASSWORD],
      ['password ada', ''],
    ] as const)
      expect((await run(command, password)).complaint, command).toBeDefined();
    expect((await run('list')).said).toHaveLength(1);
  });

  it('sets a new password and ends the earlier session', async () => {
    await run('add ada --email ada@works.example');
    const { account } = (await findCredentials(database, 'ada')) ?? {};
    const sessions = createSessionStore(database);
    const token = await sessions.open(account?.id ?? '');
    expect((await run('password ada', 'seven other lanterns')).complaint).toBeUndefined();
    expect(await sessions.find(token)).toBeUndefined();
    const { matches } = await createPasswordCheck();
    const stored = (await findCredentials(database, 'ada'))?.passwordHash;
    expect(await matches('seven other lanterns', stored)).toBe(true);
  });

  it('[SE-02] removes an account and its session, but keeps its sub-users', async () => {
    await run('add ada --email ada@works.example');
    await run('add ben --email ben@works.example --creator ada');
    const { account } = (await findCredentials(database, 'ada')) ?? {};
    const sessions = createSessionStore(database);
    const token = await sessions.open(account?.id ?? '');
    expect((await run('remove ada')).events).toEqual([
      { event: 'accountChanged', change: 'removed', userId: account?.id },
    ]);
    expect(await sessions.find(token)).toBeUndefined();
    expect((await findCredentials(database, 'ben'))?.account.creatorId).toBeNull();
  });

  it('[CLI-42] says what an account may do in effect, below accounts that are deactivated or lack a flag', async () => {
    await run('add ada --email ada@works.example --flags terminal,service --sub-users 9');
    const added = await run('add ben --email ben@works.example --creator ada --flags all');
    const two = '2 permission flags; the accounts above lack the others.';
    expect(added.said).toEqual([`ben can sign in, with ${two}`]);
    expect((await run('flags ben service')).said).toEqual([
      'ben can sign in, with 1 permission flag.',
    ]);
    const not = 'cannot sign in, because the account or one above is deactivated, and has';
    expect((await run('deactivate ada')).said).toEqual([`ada ${not} 2 permission flags.`]);
    expect((await run('activate ben')).said).toEqual([`ben ${not} 1 permission flag.`]);
    expect((await run('flags ben all')).said).toEqual([`ben ${not} ${two}`]);
    expect((await run('activate ada')).said).toEqual(['ada can sign in, with 2 permission flags.']);
    const ada = (await findCredentials(database, 'ada'))?.account.id ?? '';
    const invited = { id: randomUUID(), userName: 'cleo', email: 'cleo@works.example' };
    await applyAs(database, ada, { putAccount: invited });
    expect((await run('flags cleo service')).said).toEqual([
      'cleo has no password yet, and 1 permission flag.',
    ]);
  });

  it('[WS-31] the sub-users of a removed account belong to its creator, who can change them', async () => {
    await run('add ada --email ada@works.example --sub-users 9');
    await run('add ben --email ben@works.example --creator ada --sub-users 5');
    await run('add cleo --email cleo@works.example --creator ben');
    const [ada, cleo] = await Promise.all(
      ['ada', 'cleo'].map(async (name) => (await findCredentials(database, name))?.account.id),
    );
    await run('remove ben');
    await applyAs(database, ada ?? '', { putAccount: { id: cleo, userLevel: '2' } }, 1);
    expect((await findCredentials(database, 'cleo'))?.account).toMatchObject({
      creatorId: ada,
      userLevel: '2',
    });
  });

  it('[WS-39] after the removal of an account, clients load their copies again, which contain it', async () => {
    await run('add ada --email ada@works.example --sub-users 9');
    await run('add ben --email ben@works.example --creator ada');
    const ada = (await findCredentials(database, 'ada'))?.account.id ?? '';
    const changes = (after?: string) =>
      asAccount(database, ada, (scope) => listChanges(scope, after === undefined ? {} : { after }));
    const { endCursor } = await changes();
    expect((await changes(endCursor)).nodes).toEqual([]);
    await run('remove ben');
    await expect(changes(endCursor)).rejects.toMatchObject({ extensions: { code: 'CURSOR_LOST' } });
  });

  it('[SYNC-111] the accounts above receive what the operator changes, and do not overwrite it with an earlier copy', async () => {
    await run('add ada --email ada@works.example --flags all --sub-users 9');
    const ada = (await findCredentials(database, 'ada'))?.account.id ?? '';
    const changes = (after?: string) =>
      asAccount(database, ada, (scope) => listChanges(scope, after === undefined ? {} : { after }));
    const { endCursor } = await changes();
    await run('add ben --email ben@works.example --creator ada --flags terminal,editConfig');
    await run('flags ben terminal');
    await run('deactivate ben');
    const { nodes } = await changes(endCursor);
    expect(nodes).toMatchObject([
      { event: { kind: 'putAccount', body: { after: { userName: 'ben' } } } },
      {
        event: {
          kind: 'putAccount',
          actorId: null,
          actorName: 'Account server',
          body: { before: { flags: ['terminal', 'editConfig'] }, after: { flags: ['terminal'] } },
        },
      },
      {
        event: { kind: 'setAccountActive', body: { after: { active: false } } },
        account: { userName: 'ben', version: 3, active: false, flags: ['terminal'] },
      },
    ]);
    const id = (await findCredentials(database, 'ben'))?.account.id;
    const change = { putAccount: { id, flags: ['terminal', 'editConfig', 'service'] } };
    const [outcome] = await submitAs(database, ada, [item(change, 1)]);
    expect(outcome).toMatchObject({ status: 'CONFLICT', code: 'VERSION' });
  });

  it('[WS-34] the sub-users of a removed account get no rights that they did not have, and its one-time links end', async () => {
    await run('add ada --email ada@works.example --flags all --sub-users 9');
    await run('add ben --email ben@works.example --creator ada --flags terminal --sub-users 5');
    await run('add cleo --email cleo@works.example --creator ben --flags terminal,editConfig');
    await run('add dora --email dora@works.example --creator cleo --flags terminal,editConfig');
    const idOf = async (name: string) => (await findCredentials(database, name))?.account.id ?? '';
    const token = 'link that ben made';
    const ben = await idOf('ben');
    for (const name of ['cleo', 'dora']) {
      const tokenHash = hashOf(`${token} for ${name}`);
      await applyAs(database, ben, { inviteAccount: { id: await idOf(name), tokenHash } });
    }
    await run('deactivate ben');
    await run('remove ben');
    for (const name of ['cleo', 'dora']) {
      expect((await findCredentials(database, name))?.account).toMatchObject({
        active: false,
        flags: ['terminal'],
      });
      const asked = { token: `${token} for ${name}`, password: PASSWORD, address: '192.0.2.1' };
      expect(await (await setter()).accept(asked)).toMatchObject({ code: 'LINK_INVALID' });
    }
    await applyAs(database, await idOf('ada'), {
      setAccountActive: { id: await idOf('cleo'), active: true },
    });
    expect((await findCredentials(database, 'dora'))?.account.active).toBe(true);
  });

  it('[SV-17] a password that the operator sets ends the one-time link of the account', async () => {
    await run('add ada --email ada@works.example --sub-users 9');
    await run('add ben --email ben@works.example --creator ada');
    const [ada, ben] = await Promise.all(
      ['ada', 'ben'].map(async (name) => (await findCredentials(database, name))?.account.id ?? ''),
    );
    await applyAs(database, ada ?? '', { inviteAccount: { id: ben, tokenHash: hashOf('link') } });
    await run('password ben', 'seven other lanterns');
    const asked = { token: 'link', password: PASSWORD, address: '192.0.2.1' };
    expect(await (await setter()).accept(asked)).toMatchObject({ code: 'LINK_INVALID' });
  });

  it('replaces the flags of an account, deactivates it and activates it again', async () => {
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
  'add a\u0007da --email a@b',
  'list of all those here',
])('"%s" is refused with a reason', (command) => {
  expect(readArguments(command.split(' ')).kind).toBe('wrong');
});

it.each([
  ['dance', 'there is no command "dance"'],
  ['toString', 'there is no command "toString"'],
  ['list maria', 'list takes nothing else'],
  ['remove', 'remove takes a user name'],
  ['password maria secret', 'password takes a user name'],
  ['flags maria', 'flags takes a user name and a LIST'],
  ['add ada --secret x', "Unknown option '--secret'"],
])('[CLI-18] "%s" is refused with the message: %s', (command, problem) => {
  expect(readArguments(command.split(' '))).toEqual({ kind: 'wrong', problem });
});

it('[CLI-24] a flag that is listed twice counts once', () => {
  expect(readArguments(['flags', 'ada', 'terminal,terminal'])).toMatchObject({
    flags: ['terminal'],
  });
});

it('[OPS-17] a file on the command line is relative to the folder in which npm was called', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'batbot-accounts-'));
  await writeFile(join(folder, 'popover.json'), '{"popOver":{}}');
  await fillDataFolder(join(folder, 'data'));
  const words = ['add', 'ada', '--email', 'ada@works.example', '--popover', 'popover.json'];
  const running = promisify(execFile)(process.execPath, [builtProgram('accounts'), ...words], {
    env: { ...process.env, DATABASE_URL: '', BATBOT_DATA_DIR: 'data', INIT_CWD: folder },
  });
  running.child.stdin?.end(`${PASSWORD}\n`);
  expect((await running).stdout).toContain('ada can sign in, with');
  await rm(folder, { recursive: true });
});

it('[SE-35] control characters, leading spaces and trailing spaces in names are refused', () => {
  for (const name of ['ev\nil', ' ada', 'ada ', 'a\u001bda']) {
    expect(readArguments(['add', name, '--email', 'a@b.example']).kind).toBe('wrong');
  }
});

it('shows the help with every permission flag when no command is given', () => {
  expect(readArguments([])).toEqual({ kind: 'help' });
  for (const flag of permissionFlags) expect(HELP).toContain(flag);
});
