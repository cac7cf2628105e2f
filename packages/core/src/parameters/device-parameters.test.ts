import { assert, describe, expect, it } from 'vitest';
import { conditionText } from '../procedures/conditions.ts';
import { differenceText } from './differences.ts';
import { PARAMETER_SCHEMA_FILE } from './parameter-schema.ts';
import { factoryValues, input, setUp } from './parameters-rig.fixture.ts';
import { testSchema } from './parameters.fixture.ts';
import { readProblemText } from './problem-text.ts';

describe('changes that are not written', () => {
  it('[DEV-71] the changes survive a reload, and belong to the device with their serial number', async () => {
    const rig = await setUp();
    await rig.read();
    rig.parameters.edit('CAP', 120);
    rig.parameters.edit('TAG', '0B2F');
    rig.parameters.edit('TAG', undefined);
    await rig.clock.settle();
    rig.crash();

    const { parameters } = rig.open();
    const readAgain = async () => {
      void parameters.read();
      return rig.waitFor(() => parameters.state$.value);
    };
    rig.device.setSerial('OTHER');
    expect(await readAgain()).toMatchObject({ kind: 'clean', edits: {} });
    rig.device.setSerial('A1B2C3');
    expect(await readAgain()).toMatchObject({ kind: 'dirty', edits: { CAP: 120 } });

    parameters.discard();
    await rig.clock.settle();
    expect(await readAgain()).toMatchObject({ kind: 'clean', edits: {} });
    expect(rig.storage.rows('ada', 'device')).toEqual([]);
  });

  it('[DEV-71] a failed reading keeps them', async () => {
    const { read, parameters, device, mend } = await setUp();
    await read();
    parameters.edit('CAP', 120);
    device.setFaults([{ kind: 'unplug', command: 0, for: 9 }]);
    expect(await read()).toMatchObject({ kind: 'notRead' });
    mend();
    expect(await read()).toMatchObject({ kind: 'dirty', edits: { CAP: 120 } });
  });

  it('[DEV-71] a complete write leaves none on this computer', async () => {
    const { read, write, clock, storage } = await setUp();
    await read();
    expect(await write({ CAP: 120 })).toMatchObject({ kind: 'done', edits: {} });
    await clock.settle();
    expect(storage.rows('ada', 'device')).toEqual([]);
  });

  it('[DEV-71] a written value leaves them, one that was not written stays', async () => {
    const rig = await setUp();
    await rig.read();
    rig.device.setFaults([{ kind: 'writeIgnored', key: 'CAP' }]);
    await rig.write({ OVP: 3.6, CAP: 120 });
    rig.crash();
    rig.mend();
    const { parameters } = rig.open();
    void parameters.read();
    expect(await rig.waitFor(() => parameters.state$.value)).toMatchObject({
      kind: 'dirty',
      edits: { CAP: 120 },
    });
  });
});

describe('reading a device', () => {
  it('[DEV-11] nothing is sent until the user asks for it', async () => {
    const { device, clock, state, unfinished } = await setUp().then((rig) => ({
      ...rig,
      unfinished: rig.parameters.unfinished$.value,
    }));
    await clock.advance(60_000);
    expect(device.commands()).toBe(0);
    expect(state()).toEqual({ kind: 'empty' });
    expect(unfinished).toEqual([]);
  });

  it('[DEV-11] the identity decides the schema, and all parameters are read', async () => {
    const { read, reports } = await setUp();
    const shown = await read();
    expect(shown).toMatchObject({
      kind: 'clean',
      edits: {},
      device: { identity: { serial: 'A1B2C3', firmware: '1.4.0' }, isNewer: false, others: [] },
    });
    if (shown.kind !== 'clean') throw new Error(shown.kind);
    expect(shown.device.values.get('OVP')).toEqual({ raw: '3650', value: 3.65 });
    expect(reports).toMatchObject([{ outcome: 'read', changes: [], values: { CAP: 100 } }]);
  });

  it('[DEV-12] a value out of range on the device is shown with the reason and is not an edit', async () => {
    const { read } = await setUp({ values: { ...factoryValues, OVP: '5000', MODE: 'x' } });
    const shown = await read();
    if (shown.kind !== 'clean') throw new Error(shown.kind);
    expect(shown.device.values.get('OVP')).toEqual({
      raw: '5000',
      value: 5,
      problem: 'must be at most 4.300\u202FV',
    });
    expect(shown.device.values.get('MODE')).toEqual({
      raw: 'x',
      value: undefined,
      problem: 'is not readable',
    });
  });

  it('[DEV-12] parameters that the schema does not contain are listed as text', async () => {
    const { read } = await setUp({ values: { ...factoryValues, NEWKEY: '7' } });
    expect(await read()).toMatchObject({ device: { others: [{ key: 'NEWKEY', raw: '7' }] } });
  });

  it('[DEV-10] [PW-07] a device without a schema is shown with its reply and the reasons; a schema can be imported', async () => {
    const { read, schemas, parameters, clock } = await setUp();
    schemas.set([]);
    expect(await read()).toMatchObject({
      kind: 'notRead',
      problem: { kind: 'noSchema', identity: { serial: 'A1B2C3' }, why: [] },
    });
    const imported = parameters.importSchema(PARAMETER_SCHEMA_FILE.format(testSchema));
    await clock.settle();
    expect(await imported).toMatchObject({ ok: true, value: { origin: 'file' } });
    expect(await read()).toMatchObject({ kind: 'clean' });
  });

  it('[PAGE-342] a device in its boot loader is reported as such, and not as one without a schema', async () => {
    const commands = { ...testSchema.commands, bootLoaderVersion: 'BOOT' };
    const { read } = await setUp({ firmware: 'BOOT' }, { ...testSchema, commands });
    const state = await read();
    assert(state.kind === 'notRead');
    expect(readProblemText(state.problem)).toBe(
      'SN A1B2C3 is in its boot loader: no firmware runs on it, so it has no parameters. An install in Firmware ends this.',
    );
    expect(state.problem).toMatchObject({ why: [] });
  });

  it('[DEV-10] an imported schema survives a reload', async () => {
    const { parameters, open, clock, crash } = await setUp();
    await parameters.importSchema(PARAMETER_SCHEMA_FILE.format({ ...testSchema, name: 'Mine' }));
    crash();
    const next = open();
    await clock.settle();
    expect(next.parameters.schemas$.value.map(({ schema }) => schema.name)).toContain('Mine');
  });

  it('[DEV-11] without a connection, and without a reply, nothing is read', async () => {
    const { read, device, connection } = await setUp();
    device.setFaults([{ kind: 'commandLost', command: 0 }]);
    expect(await read()).toMatchObject({
      problem: { kind: 'noReply', text: 'ATI got no reply in time' },
    });
    connection.set({ kind: 'disconnected', cause: { kind: 'user' } });
    expect(await read()).toMatchObject({ problem: { kind: 'notConnected' } });
  });

  it('[DEV-11] [DEV-21] a reply to ATI without an identity is asked for again, at most four times', async () => {
    const { read, device } = await setUp();
    const onlyOk = (command: number) => ({ kind: 'onlyOk', command }) as const;
    device.setFaults([0, 1, 2].map(onlyOk));
    expect(await read()).toMatchObject({
      kind: 'clean',
      device: { identity: { serial: 'A1B2C3' } },
    });
    const commands = device.commands();
    device.setFaults([0, 1, 2, 3, 4].map(onlyOk));
    expect(await read()).toMatchObject({
      problem: {
        kind: 'noReply',
        text: 'ATI got a reply without an identity. Read again; if this repeats, switch the device off and on',
      },
    });
    expect(device.commands() - commands).toBe(4);
  });

  it('[DEV-12] a value counts only if two readings agree', async () => {
    const { read, device } = await setUp();
    device.setFaults([{ kind: 'flippedDigit', command: 1 }]);
    const shown = await read();
    if (shown.kind !== 'clean') throw new Error(shown.kind);
    expect(shown.device.values.get('OVP')?.raw).toBe('3650');
  });

  it('[DEV-11] edits stay when the device is read again', async () => {
    const { read, parameters, state } = await setUp();
    await read();
    parameters.edit('CAP', 120);
    await read();
    expect(state()).toMatchObject({ kind: 'dirty', edits: { CAP: 120 } });
    parameters.edit('CAP', 100); // the value on the device
    expect(state()).toMatchObject({ kind: 'clean' });
  });
});

describe('the review', () => {
  it('[DEV-13] shows the changes, the conditions with their values, and what the user has to enter', async () => {
    const { read, parameters, review, setSample, followers } = await setUp();
    await read();
    parameters.edit('OVP', 3.6);
    parameters.review();
    expect(followers.count).toBe(1);
    expect(review()).toMatchObject({
      needsSerial: true,
      needsPassword: true,
      needsConsent: false,
      restarts: true,
      isReady: true,
    });
    expect(review().changes.map(differenceText)).toEqual([
      'Cell over-voltage 3.650 → 3.600\u202FV',
    ]);
    expect(review().conditions.map(({ name, isMet }) => [name, isMet])).toEqual([
      ['Device', true],
      ['Live data', true],
      ['Current', true],
      ['Active protections', true],
    ]);
    setSample({ currentA: -5, protections: ['cellOverVoltage'] });
    expect(review().isReady).toBe(false);
    expect(
      review()
        .conditions.filter(({ isMet }) => !isMet)
        .map(conditionText),
    ).toEqual([
      'Current is −5.00\u202FA, must be −1 to 1\u202FA',
      'Active protections: 1 (cell over voltage), must be 0',
    ]);
    parameters.closeReview();
    expect(followers.count).toBe(0);
  });

  it('[DEV-13] a normal parameter allows more current, and needs neither serial number nor password', async () => {
    const { read, parameters, review, setSample } = await setUp();
    await read();
    setSample({ currentA: -15 });
    parameters.edit('CAP', 120);
    parameters.review();
    expect(review()).toMatchObject({ isReady: true, needsSerial: false, needsPassword: false });
  });

  it('[DEV-14] [PW-07] a broken rule, an unfit value and a read-only parameter prevent the write', async () => {
    const { read, parameters, review, device, state } = await setUp();
    await read();
    const commands = device.commands();
    parameters.edit('OVP', 3.4);
    parameters.edit('CAP', 1e6);
    parameters.edit('SERIAL', 'X');
    parameters.review();
    expect(review().brokenRules.map(({ text }) => text)).toEqual([
      'The over-voltage release must be below the over-voltage.',
    ]);
    expect(review().problems).toEqual([
      'Capacity must be at most 1000.0\u202FAh.',
      'Serial number is read-only.',
    ]);
    void parameters.write(input);
    expect(state().kind).toBe('review');
    expect(device.commands()).toBe(commands);
  });

  it('[DEV-14] a rule that the device breaks already does not prevent other changes', async () => {
    const { read, write, report } = await setUp({ values: { ...factoryValues, OVR: '3900' } });
    await read();
    await write({ CAP: 120 });
    expect(report().outcome).toBe('done');
  });

  it.each([
    [
      { password: 'SECRET' },
      'Enter the serial number of the device, A1B2C3, because a protection changes.',
    ],
    [
      { password: 'SECRET', typedSerial: 'A1B2C4' },
      'Enter the serial number of the device, A1B2C3, because a protection changes.',
    ],
    [{ typedSerial: 'A1B2C3' }, 'Enter the password of the device.'],
    [
      { typedSerial: 'A1B2C3', password: 'a"\r\nAT' },
      'The password must be at most 64 plain letters, digits and signs, without quotes.',
    ],
  ])('[DEV-13] a write with the input %j is refused: %s', async (given, sentence) => {
    const { read, write, device, state, problem } = await setUp();
    await read();
    const commands = device.commands();
    await write({ OVP: 3.6 }, given);
    expect(state().kind).toBe('review');
    expect(problem()).toBe(sentence);
    expect(device.commands()).toBe(commands);
  });

  it('[DEV-15] a device with newer firmware is written to only with consent, and only where its values are plausible', async () => {
    const { read, write, problem, parameters, review, report } = await setUp({
      firmware: '2.0.0',
      values: { ...factoryValues, MODE: '9' },
    });
    expect(await read()).toMatchObject({ kind: 'clean', device: { isNewer: true } });
    await write({ CAP: 120 }, {});
    expect(problem()).toBe(
      'Confirm that you want to write to a firmware that is newer than the schema.',
    );
    parameters.edit('MODE', 2);
    parameters.review();
    expect(review().problems).toEqual([
      'Balancing has a value on the device that is not plausible, so it is not written.',
    ]);
    parameters.edit('MODE', undefined);
    await write({}, { consent: true });
    expect(report().outcome).toBe('done');
  });

  it('[DEV-13] a device without a serial number is not written to', async () => {
    const { read, parameters, review } = await setUp({ serial: '' });
    await read();
    parameters.edit('CAP', 120);
    parameters.review();
    expect(review().problems).toEqual(['The device reports no serial number.']);
  });

  it('[DEV-4] the values of a set become edits, and those that do not fit are returned', async () => {
    const { read, parameters, state } = await setUp();
    await read();
    const set = { OVP: 3.6, CAP: 100, UPTIME: 3, GONE: 1 };
    const { fill } = parameters; // the lint rule for Array.fill does not know the type
    expect(fill(set)).toEqual([
      { key: 'UPTIME', why: 'is read-only' },
      { key: 'GONE', why: 'is not a parameter of this device' },
    ]);
    expect(state()).toMatchObject({ kind: 'dirty', edits: { OVP: 3.6 } });
    parameters.discard();
    expect(state()).toMatchObject({ kind: 'clean', edits: {} });
  });
});
