import { describe, expect, it } from 'vitest';
import { differenceText } from './differences.ts';
import type { ParameterSchema } from './parameter-schema.ts';
import { testSchema } from './parameters.fixture.ts';
import { factoryValues, setUp, writeWith } from './parameters-rig.fixture.ts';
import { writeValues } from './write-values.ts';

describe('an unfinished write', () => {
  it('[DEV-23] [PW-05] an unplug at any step leaves an unfinished write that a roll back undoes', async () => {
    for (let command = 5; command < 13; command += 1) {
      const { report, parameters, settle, device, state, mend } = await writeWith({
        kind: 'unplug',
        command,
        for: 1_000,
      });
      expect(state().kind).toBe('partial');
      expect(report().values).toBeUndefined();
      mend();
      void parameters.compareUnfinished();
      expect((await settle()).kind).toBe('partial');
      void parameters.rollBack({ password: 'SECRET' });
      await settle();
      expect(state().kind).toBe('rolledBack');
      expect(device.stored()).toEqual(factoryValues);
    }
  });

  it('[DEV-23] after a crash the next page offers the unfinished write, and finishing it writes the remaining changes', async () => {
    const { read, write, onCommand, crash, open, clock, device, ...rig } = await setUp();
    await read();
    onCommand((text) => {
      if (text.startsWith('AT+PAR=CAP')) crash();
    });
    await write({ OVP: 3.6, CAP: 120 });
    expect(rig.state().kind).toBe('writing');
    onCommand(() => undefined);
    const { parameters } = open();
    await clock.settle();
    const [unfinished] = parameters.unfinished$.value ?? [];
    expect(unfinished).toMatchObject({ serial: 'A1B2C3', sent: 2, isRollBack: false });
    expect(unfinished?.changes.map(differenceText)).toEqual([
      'Cell over-voltage 3.650 → 3.600\u202FV',
      'Capacity 100.0 → 120.0\u202FAh',
    ]);
    void parameters.compareUnfinished();
    await clock.advance(5_000);
    expect(parameters.state$.value).toMatchObject({
      kind: 'partial',
      report: {
        why: 'The write is unfinished: at most 2 of 2 changes were sent',
        values: { OVP: 3.6, CAP: 100 },
      },
    });
    void parameters.finish({ password: 'SECRET' });
    await rig.waitFor(() => parameters.state$.value);
    expect(parameters.state$.value).toMatchObject({ kind: 'done' });
    expect(device.stored()).toMatchObject({ OVP: '3600', CAP: '1200' });
    expect(parameters.unfinished$.value).toEqual([]);
  });

  it('[DEV-105] a value in the form of the device that an earlier version stored does not count as changed', async () => {
    const { read, write, onCommand, crash, open, clock, storage, device, waitFor } = await setUp();
    device.setFaults([{ kind: 'writeClamped', key: 'TAG', raw: 'beef' }]);
    await read();
    await write({ TAG: 'BEEF' });
    onCommand((text) => {
      if (text.startsWith('AT+PAR=CAP')) crash();
    });
    await read();
    await write({ CAP: 120 });
    onCommand(() => undefined);
    const store = storage.open();
    const rows = await store.read('ada', 'device');
    const unfinished = rows.ok ? rows.value.filter(({ id }) => id.startsWith('write:')) : [];
    await store.write(
      'ada',
      unfinished.map(({ id, value }) => ({
        ...{ table: 'device' as const, id },
        value: JSON.parse(JSON.stringify(value).replaceAll('"BEEF"', '"beef"')) as object,
      })),
    );
    const { parameters } = open();
    await clock.settle();
    void parameters.rollBack({ password: 'SECRET' });
    await waitFor(() => parameters.state$.value);
    expect(parameters.state$.value).toMatchObject({ kind: 'rolledBack' });
  });

  it.each([
    ['finish', ['1/3', '2/3', '3/3']],
    ['rollBack', ['2/3', '3/3']],
  ] as const)('[DEV-23] %s counts the values that are right already', async (action, progress) => {
    const { read, write, onCommand, crash, open, clock, journals, waitFor } = await setUp();
    await read();
    let writes = 0;
    onCommand((text) => {
      if (/^AT\+PAR=\w+,/.test(text)) writes += 1;
      if (writes === 2) crash();
    });
    await write({ OVP: 3.6, CAP: 120, OVR: 3.4 });
    const sent = new Set<number | undefined>();
    onCommand(() => sent.add(journals()[0]?.sent));
    const { parameters } = open();
    await clock.settle();
    const shown = new Set<string>();
    parameters.state$.subscribe((state) => {
      if ('confirmed' in state) shown.add(`${state.confirmed}/${state.total}`);
    });
    void parameters[action]({ password: 'SECRET' });
    await waitFor(() => parameters.state$.value);
    expect([...shown]).toEqual(progress);
    expect([...sent]).toEqual([2, 3]);
  });

  /** Returns the parameters on a new page, after the page ended while it verified a complete write. */
  const endWhileVerifying = async () => {
    const rig = await setUp();
    const { read, write, onCommand, crash, open, clock, journals } = rig;
    await read();
    onCommand((text) => {
      if (text === 'AT+PAR?' && JSON.stringify(journals()).includes('verifying')) crash();
    });
    await write({ CAP: 120 });
    onCommand(() => undefined);
    const { parameters } = open();
    await clock.settle();
    return { ...rig, parameters };
  };

  it('[DEV-23] a page that ended while verifying finds the write done', async () => {
    const { parameters, clock, journals } = await endWhileVerifying();
    void parameters.compareUnfinished();
    await clock.advance(5_000);
    expect(parameters.state$.value).toMatchObject({
      kind: 'done',
      report: { values: { CAP: 120 } },
    });
    expect(journals()).toEqual([]);
  });

  it('[DEV-25] an unfinished write is rolled back if the user chooses it', async () => {
    const { parameters, device, journals, waitFor } = await endWhileVerifying();
    void parameters.rollBack();
    await waitFor(() => parameters.state$.value);
    expect(parameters.state$.value).toMatchObject({ kind: 'rolledBack' });
    expect(device.stored()).toMatchObject({ CAP: '1000' });
    expect(journals()).toEqual([]);
  });

  it('[DEV-24] another pack is neither rolled back nor finished, and may be written to', async () => {
    const { parameters, settle, device, state, read, write, report, problem } = await writeWith({
      kind: 'otherBoard',
    });
    const writes = device.writes().length;
    void parameters.rollBack({ password: 'SECRET' });
    await settle();
    expect(problem()).toEqual({ kind: 'otherDevice', serials: 'A1B2C3' });
    expect(device.writes()).toHaveLength(writes);
    device.setFaults([]);
    await read();
    await write({ NAME: 'Other' });
    expect(report().outcome).toBe('done');
    expect(state()).toMatchObject({ device: { identity: { serial: 'A1B2C3-OTHER' } } });
    expect(parameters.unfinished$.value?.map(({ serial }) => serial)).toEqual(['A1B2C3']);
  });

  it('[SYNC-99] a write that cannot be read is reported, and its pack is not written to before the user has left it', async () => {
    const { parameters, storage, clock, read, review, problem } = await setUp();
    const row = { table: 'device', id: 'write:A1B2C3', value: { phase: 'of a newer version' } };
    await storage.open().write('ada', [row as never]);
    await clock.settle();
    expect(parameters.unfinished$.value).toEqual([]);
    expect(parameters.unreadable$.value).toEqual({ unreadable: ['A1B2C3'] });
    await read();
    parameters.edit('NAME', 'Other');
    parameters.review();
    expect(review().problems).toEqual(['An earlier write to this device is unfinished.']);
    parameters.abandon('A1B2C3');
    await clock.settle();
    expect(parameters.unreadable$.value).toEqual({ unreadable: [] });
    parameters.closeReview();
    parameters.review();
    expect(review().isReady).toBe(true);
    expect(problem()).toBeUndefined();
  });

  it('[DEV-24] the same pack is not written to again before its write is finished', async () => {
    const { parameters, read, review, device, state } = await writeWith({
      kind: 'writeIgnored',
      key: 'CAP',
    });
    device.setFaults([]);
    await read();
    expect(state()).toMatchObject({ kind: 'dirty', edits: { CAP: 120 } });
    parameters.review();
    expect(review().problems).toEqual(['An earlier write to this device is unfinished.']);
  });

  it('[CLI-32] a write that waiting does not make possible is refused at once', async () => {
    const { parameters, read, device, clock } = await writeWith({
      kind: 'writeIgnored',
      key: 'CAP',
    });
    device.setFaults([]);
    await read();
    let end: unknown;
    void writeValues(parameters, { CAP: 120 }, {}, clock).then((ended) => (end = ended));
    await clock.settle();
    expect(end).toEqual(['An earlier write to this device is unfinished.']);
  });

  it('[DEV-102] finishing an unfinished write, or rolling it back, keeps the edits that are not of this write', async () => {
    for (const way of ['finish', 'rollBack'] as const) {
      const fault = { kind: 'unplug', command: 9, for: 1_000 } as const;
      const { parameters, settle, state, mend } = await writeWith(fault);
      mend();
      void parameters.read();
      await settle();
      parameters.edit('NAME', 'Bus 7');
      void parameters[way]({ password: 'SECRET' });
      await settle();
      const kind = way === 'finish' ? 'done' : 'rolledBack';
      expect(state()).toMatchObject({ kind, edits: { NAME: 'Bus 7' } });
      void parameters.read();
      await settle();
      expect(state()).toMatchObject({ kind: 'dirty', edits: { NAME: 'Bus 7' } });
    }
  });

  it('[DEV-25] a roll back also restores a parameter that was changed by mistake', async () => {
    const { parameters, settle, device, report } = await writeWith({
      kind: 'writeOther',
      key: 'CAP',
      other: 'CELLS',
    });
    device.setFaults([]);
    void parameters.rollBack({ password: 'SECRET' });
    await settle();
    expect(report().outcome).toBe('rolledBack');
    expect(device.stored()).toEqual(factoryValues);
  });

  it('[DEV-101] a roll back leaves values that were changed after the write, and names them', async () => {
    const fault = { kind: 'unplug', command: 9, for: 1_000 } as const;
    const { parameters, settle, device, report, mend } = await writeWith(fault);
    mend();
    for (const text of ['AT+PAR=NAME,Bus 7', 'AT+PARSAVE']) device.reply(text);
    const isChanged = device.values()['OVP'] !== factoryValues['OVP'];
    expect(isChanged).toBe(true);
    for (let time = 0; time < 2; time += 1) {
      void parameters.rollBack({ password: 'SECRET' });
      await settle();
      expect(report()).toMatchObject({ outcome: 'partial' });
      expect(report().why).toMatch(
        /^Left, because the value is neither that from before the write nor that of the write: Device name\./,
      );
      expect(device.stored()).toEqual({ ...factoryValues, NAME: 'Bus 7' });
    }
  });

  it('[DEV-25] a roll back writes in reverse order, so that every rule holds after each value', async () => {
    const { read, write, parameters, settle, device, report } = await setUp();
    await read();
    device.setFaults([{ kind: 'writeIgnored', key: 'CAP' }]);
    await write({ OVP: 3.45, OVR: 3.3, CAP: 120 });
    expect(device.writes()).toEqual(['OVR,3300', 'OVP,3450', 'CAP,1200']);
    device.setFaults([]);
    void parameters.rollBack({ password: 'SECRET' });
    await settle();
    expect(report().outcome).toBe('rolledBack');
    expect(device.writes().slice(3)).toEqual(['OVP,3650', 'OVR,3500']);
  });

  it('[DEV-108] a write and its roll back keep their order if the keys are whole numbers', async () => {
    const numbered = (text: string): string =>
      text.replaceAll('"OVP"', '"1"').replaceAll('"OVR"', '"2"');
    const schema = JSON.parse(numbered(JSON.stringify(testSchema))) as ParameterSchema;
    const values = JSON.parse(numbered(JSON.stringify(factoryValues))) as Record<string, string>;
    const rig = await setUp({ values, locked: ['1', '2'] }, schema);
    await rig.read();
    rig.device.setFaults([{ kind: 'writeIgnored', key: 'CAP' }]);
    await rig.write({ 1: 3.45, 2: 3.3, CAP: 120 });
    expect(rig.device.writes()).toEqual(['2,3300', '1,3450', 'CAP,1200']);
    rig.device.setFaults([]);
    void rig.parameters.rollBack({ password: 'SECRET' });
    await rig.settle();
    expect(rig.report().outcome).toBe('rolledBack');
    expect(rig.device.writes().slice(3)).toEqual(['1,3650', '2,3500']);
  });

  it('[DEV-101] a roll back that is repeated after a failure leaves the values that another tool wrote', async () => {
    const { parameters, settle, device, report, mend } = await writeWith({
      kind: 'unplug',
      command: 9,
      for: 1_000,
    });
    mend();
    for (const text of ['AT+PAR=NAME,Bus 7', 'AT+PARSAVE']) device.reply(text);
    device.setFaults([{ kind: 'writeIgnored', key: 'OVP' }]);
    const rollBack = async () => {
      void parameters.rollBack({ password: 'SECRET' });
      await settle();
      return report();
    };
    expect((await rollBack()).why).toMatch('another value than written');
    device.setFaults([]);
    expect((await rollBack()).why).toMatch('Device name.');
    expect(device.stored()).toEqual({ ...factoryValues, NAME: 'Bus 7' });
  });

  it('[DEV-25] a roll back lists the values that were not restored', async () => {
    const { parameters, settle, device, report, journals } = await writeWith({
      kind: 'writeIgnored',
      key: 'CAP',
    });
    device.setFaults([{ kind: 'writeIgnored', key: 'OVP' }]);
    void parameters.rollBack({ password: 'SECRET' });
    await settle();
    expect(report()).toMatchObject({
      outcome: 'partial',
      changes: [
        { key: 'OVP', before: 3.65, wanted: 3.65, readBack: 3.6 },
        { key: 'CAP', before: 100, wanted: 100, readBack: 100 },
      ],
    });
    expect(journals()).toMatchObject([{ isRollBack: true }]);
  });

  it('[DEV-25] a protection that the write caused does not prevent the roll back', async () => {
    const { parameters, settle, device, setSample, state } = await writeWith({
      kind: 'writeIgnored',
      key: 'CAP',
    });
    device.setFaults([]);
    setSample({ protections: ['cellOverVoltage'], currentA: 0 });
    void parameters.finish({ password: 'SECRET' });
    await settle();
    expect(state()).toMatchObject({
      kind: 'partial',
      report: { why: 'Active protections: 1 (cell over voltage), must be 0' },
    });
    void parameters.rollBack({ password: 'SECRET' });
    await settle();
    expect(state().kind).toBe('rolledBack');
  });

  it('[DEV-25] the user can leave the device as it is', async () => {
    const { parameters, clock, journals } = await writeWith({ kind: 'writeIgnored', key: 'CAP' });
    parameters.abandon('A1B2C3');
    await clock.settle();
    expect(parameters.unfinished$.value).toEqual([]);
    expect(journals()).toEqual([]);
  });

  it('[DEV-26] another tab shows that the write belongs to a different tab, and removes it when it has ended', async () => {
    const { read, write, open, clock, onCommand } = await setUp();
    const { parameters: other } = open();
    await read();
    let seen: unknown;
    onCommand((text) => {
      if (text === 'AT+RESET') seen = other.unfinished$.value;
    });
    await write({ CAP: 120 });
    await clock.settle();
    expect(seen).toMatchObject([{ serial: 'A1B2C3', isElsewhere: true }]);
    expect(other.unfinished$.value).toEqual([]);
  });

  it('[DEV-26] [PW-09] two tabs never write to the same device at once', async () => {
    const { read, write, open, clock, onCommand, device } = await setUp();
    const { parameters: other } = open();
    await read();
    onCommand((text) => {
      if (text.startsWith('AT+PAR=')) void other.rollBack();
    });
    await write({ CAP: 120 });
    await clock.advance(60_000);
    expect(other.state$.value).toMatchObject({
      kind: 'partial',
      report: { why: 'Another tab of this browser writes to this device.' },
    });
    expect(device.writes()).toEqual(['CAP,1200']);
  });

  it('[DEV-26] a sign-out stops the write at once and leaves it unfinished', async () => {
    const { read, write, parameters, onCommand, device, journals, clock } = await setUp();
    await read();
    let last = 0;
    onCommand((text) => {
      if (!text.startsWith('AT+PAR=OVP')) return;
      parameters.dispose();
      last = device.commands() + 1;
    });
    void write({ OVP: 3.6, CAP: 120 });
    await clock.advance(60_000);
    expect(device.commands()).toBe(last);
    expect(device.writes()).toEqual(['OVP,3600']);
    expect(journals()).toHaveLength(1);
  });
});
