import { describe, expect, it } from 'vitest';
import type { ParameterFault } from './fake-parameter-device.fixture.ts';
import { factoryValues, input, setUp, writeWith } from './parameters-rig.fixture.ts';

describe('a write', () => {
  it('[DEV-16] is done when everything was read back equal after storing and a restart', async () => {
    const { device, report, journals, state, reports, followers, awake } = await writeWith();
    expect(report()).toMatchObject({
      outcome: 'done',
      changes: [
        { key: 'OVP', before: 3.65, wanted: 3.6, readBack: 3.6 },
        { key: 'CAP', before: 100, wanted: 120, readBack: 120 },
      ],
      commands: [
        'ATI',
        'AT+PAR?',
        'ATI',
        'AT+PARKEY="{password}"',
        'AT+PAR=OVP,3600',
        'AT+PAR?OVP',
        'AT+PAR=CAP,1200',
        'AT+PAR?CAP',
        'ATI',
        'AT+PARSAVE',
        'AT+RESET',
        'ATI',
        'ATI',
        'AT+PAR?',
        'ATI',
      ],
    });
    expect(device.stored()).toEqual({ ...factoryValues, OVP: '3600', CAP: '1200' });
    expect(journals()).toEqual([]);
    expect(state()).toMatchObject({ kind: 'done', edits: {} });
    expect(reports.at(-1)).toBe(report());
    expect([followers.count, awake.held()]).toEqual([0, 0]);
  });

  it('[DEV-110] as soon as the end of a write is shown, the user can go back to the parameters', async () => {
    const { parameters, storage, read, write, state, settle } = await setUp();
    await read();
    const holding = parameters.state$.subscribe(({ kind }) => {
      if (kind === 'done') storage.hold('device');
    });
    await write({ OVP: 3.6 });
    expect(state().kind).toBe('done');
    parameters.edit('OVP', undefined);
    expect((await settle()).kind).toBe('clean');
    holding.unsubscribe();
  });

  it('[DEV-17] the journal is on the disk before each command that changes the device', async () => {
    const { onCommand, journals, read, write } = await setUp();
    await read();
    const seen: unknown[] = [];
    onCommand((text) => {
      if (/^AT\+(PAR=|PARSAVE|RESET)/.test(text)) {
        const [journal] = journals() as readonly {
          phase: string;
          sent: number;
          before: object;
          wanted: object;
        }[];
        seen.push([text, journal?.phase, journal?.sent]);
        expect(journal).toMatchObject({
          before: factoryValues,
          wanted: { OVP: '3600', CAP: '1200' },
        });
      }
    });
    await write({ OVP: 3.6, CAP: 120 });
    expect(seen).toEqual([
      ['AT+PAR=OVP,3600', 'writing', 1],
      ['AT+PAR=CAP,1200', 'writing', 2],
      ['AT+PARSAVE', 'persisting', 2],
      ['AT+RESET', 'restarting', 2],
    ]);
  });

  it('[DEV-17] [PW-08] [PAGE-264] without a journal nothing is written', async () => {
    const { read, write, storage, problem, device } = await setUp();
    await read();
    storage.refuse('full');
    await write({ CAP: 120 });
    expect(problem()).toBe(
      'This computer could not store it: There is no room left on this computer. Delete sessions you no longer need. Nothing was written.',
    );
    expect(device.writes()).toEqual([]);
  });

  it('[DEV-18] [PW-07] a wrong password writes nothing and names the reply', async () => {
    const { read, write, state, problem, device, journals } = await setUp();
    await read();
    await write({ OVP: 3.6 }, { ...input, password: 'WRONG' });
    expect(state()).toMatchObject({ kind: 'dirty', edits: { OVP: 3.6 } });
    expect(problem()).toBe('The password was refused: +CME ERROR: 16. Nothing was written.');
    expect([device.writes(), journals()]).toEqual([[], []]);
  });

  it('[DEV-18] the password is neither in the log nor in the report nor on the disk', async () => {
    const { read, write, journals, onCommand, report } = await setUp();
    await read();
    const rows: string[] = [];
    onCommand(() => rows.push(JSON.stringify(journals())));
    await write({ OVP: 3.6 });
    expect(rows.join('')).not.toContain('SECRET');
    expect(JSON.stringify(report())).not.toContain('SECRET');
  });

  it('[DEV-19] nothing is written to another device, or if a value changed since it was read', async () => {
    const changed = await setUp();
    await changed.read();
    changed.device.reply('AT+PAR=CAP,900');
    await changed.write({ NAME: 'B' });
    expect(changed.problem()).toBe(
      'The device has changed since it was read: Capacity 100.0 → 90.0\u202FAh. Read it again. Nothing was written.',
    );
    const other = await setUp();
    await other.read();
    other.device.setFaults([{ kind: 'otherBoard' }]);
    other.device.reply('AT+RESET');
    await other.write({ NAME: 'B' });
    expect(other.problem()).toBe(
      'Another device answers. Serial number A1B2C3-OTHER instead of A1B2C3. Nothing was written.',
    );
    expect(other.device.writes()).toEqual([]);
  });

  it.each<[string, ParameterFault, string, unknown]>([
    ['ignores a write', { kind: 'writeIgnored', key: 'OVP' }, 'partial', { OVP: 3.65 }],
    ['clamps a value', { kind: 'writeClamped', key: 'CAP', raw: '1100' }, 'partial', { CAP: 110 }],
    ['refuses a value', { kind: 'writeRefused', key: 'CAP' }, 'partial', { CAP: 100 }],
    [
      'writes to another parameter',
      { kind: 'writeOther', key: 'CAP', other: 'CELLS' },
      'partial',
      { CAP: 100, CELLS: 1200 },
    ],
    ['does not store the values', { kind: 'lostAtRestart' }, 'differs', { OVP: 3.65, CAP: 100 }],
    ['restarts after the first write', { kind: 'restart', command: 5 }, 'partial', { OVP: 3.65 }],
  ])('[DEV-20] a device that %s is never reported as done', async (_, fault, outcome, found) => {
    const { report, device, journals } = await writeWith(fault);
    expect(report().outcome).toBe(outcome);
    const changes = report().changes.map(({ key, readBack }) => [key, readBack]);
    expect(Object.fromEntries(changes)).toMatchObject(found as object);
    expect(report().values).toMatchObject(found as object);
    expect(device.serial()).toBe('A1B2C3');
    expect(journals()).toHaveLength(1);
  });

  it('[DEV-20] a write that was acknowledged is not repeated', async () => {
    const { device } = await writeWith({ kind: 'writeIgnored', key: 'OVP' });
    expect(device.writes()).toEqual(['OVP,3600']);
  });

  it('[DEV-16] without proof of a restart the write is not done', async () => {
    const { read, write, device, report } = await setUp();
    await read();
    const lost = [7, 9, 11].map((command) => ({ kind: 'commandLost', command }) as const);
    device.setFaults([...lost, { kind: 'lostAtRestart' }]);
    await write({ CAP: 120 });
    expect(report()).toMatchObject({
      outcome: 'partial',
      why: 'It is not known whether the device has restarted',
      values: { CAP: 120 },
    });
    expect(device.stored()).toMatchObject({ CAP: '1000' });
  });

  it('[DEV-20] [PW-03] values that were read before a restart are read again', async () => {
    const { parameters, device, settle, report } = await writeWith({
      kind: 'writeIgnored',
      key: 'CAP',
    });
    expect(report().values).toMatchObject({ OVP: 3.6 });
    device.setFaults([{ kind: 'restart', command: 3 }]); // after both readings
    void parameters.compareUnfinished();
    await settle();
    expect(report().values).toMatchObject({ OVP: 3.65 });
  });

  it('[DEV-20] [PW-03] values that a write read before a restart are read again', async () => {
    const ignored = { kind: 'writeIgnored', key: 'CAP' } as const;
    const { report } = await writeWith(ignored, { kind: 'restart', command: 12 }); // after both readings
    expect(report().values).toMatchObject({ OVP: 3.65 });
  });

  it('[DEV-21] a connection that is interrupted by the restart does not end the write', async () => {
    const { read, write, device, onCommand, report } = await setUp();
    await read();
    onCommand((text) => {
      if (text !== 'AT+RESET') return;
      onCommand(() => undefined);
      device.setFaults([{ kind: 'unplug', command: 0, for: 2 }]);
    });
    await write({ CAP: 120 });
    expect(report()).toMatchObject({ outcome: 'done' });
  });

  it('[DEV-20] [PW-04] after a restart with another board, no value is attributed to the pack', async () => {
    const { report, parameters, clock } = await writeWith({ kind: 'otherBoard' });
    await clock.settle();
    expect(report()).toMatchObject({
      outcome: 'partial',
      why: 'Another device answers. Serial number A1B2C3-OTHER instead of A1B2C3',
      values: undefined,
      changes: [
        { key: 'OVP', readBack: undefined },
        { key: 'CAP', readBack: undefined },
      ],
    });
    expect(parameters.unfinished$.value).toMatchObject([{ serial: 'A1B2C3' }]);
  });

  it('[DEV-21] [PW-06] a lost reply or its lost lines cause one more reading, a lost command one more attempt', async () => {
    for (const kind of ['replyLost', 'onlyOk', 'commandLost'] as const) {
      for (let command = 4; command < 14; command += 1) {
        const { report } = await writeWith({ kind, command });
        expect([kind, command, report().outcome]).toEqual([kind, command, 'done']);
      }
    }
  });

  it('[DEV-22] a condition that breaks stops the write, and the remaining changes are listed', async () => {
    const { read, write, onCommand, setSample, report, device, reports } = await setUp();
    await read();
    onCommand((text) => {
      if (text === 'AT+PAR?OVP') setSample({ currentA: 30 });
    });
    await write({ OVP: 3.6, CAP: 120 });
    expect(report()).toMatchObject({
      outcome: 'partial',
      why: 'Current is 30.00\u202FA, must be −1 to 1\u202FA',
      changes: [
        { key: 'OVP', readBack: 3.6 },
        { key: 'CAP', readBack: 100 },
      ],
    });
    expect(device.writes()).toEqual(['OVP,3600']);
    expect(reports.map(({ outcome }) => outcome)).toEqual(['read', 'partial']);
  });

  it('[DEV-22] without live data the write does not begin', async () => {
    const { read, parameters, review, loseData } = await setUp();
    await read();
    loseData();
    parameters.edit('CAP', 120);
    parameters.review();
    expect(review().isReady).toBe(false);
  });

  it('[DEV-22] a device that restarts while the journal is being saved gets no command', async () => {
    const { read, write, traffic, onSave, problem, device } = await setUp();
    await read();
    onSave(() => traffic.next({ kind: 'restarted', at: 0 }));
    await write({ OVP: 3.6, CAP: 120 });
    expect(problem()).toBe('The device restarted during the write. Nothing was written.');
    expect(device.writes()).toEqual([]);
  });

  it('[DEV-106] a write that stops before a lost command is sent again is partial', async () => {
    const { read, write, device, onCommand, setSample, report } = await setUp();
    await read();
    onCommand((text) => {
      if (!text.startsWith('AT+PAR=OVP')) return;
      device.setFaults([{ kind: 'commandLost', command: 0 }]);
      setSample({ currentA: 30 });
    });
    await write({ OVP: 3.6, CAP: 120 });
    expect(report()).toMatchObject({ outcome: 'partial' });
  });

  it('[DEV-22] the user stops a write after the pending command', async () => {
    const { read, write, parameters, onCommand, report } = await setUp();
    await read();
    onCommand((text) => {
      if (text.startsWith('AT+PAR=OVP')) parameters.stop();
    });
    await write({ OVP: 3.6, CAP: 120 });
    expect(report()).toMatchObject({
      outcome: 'partial',
      why: 'The write was stopped by the user',
      values: { OVP: 3.6, CAP: 100 },
    });
  });

  it('[DEV-9] changes are written in an order in which every rule holds after each of them', async () => {
    const { read, write, device } = await setUp();
    await read();
    await write({ OVP: 3.45, OVR: 3.3 });
    expect(device.writes()).toEqual(['OVR,3300', 'OVP,3450']);
  });
});

it('[DEV-105] a value that the device writes in another form than the app is the same value', async () => {
  const { device, report, read, write } = await setUp();
  await read();
  device.setFaults([
    { kind: 'writeClamped', key: 'TAG', raw: 'beef' },
    { kind: 'writeClamped', key: 'CAP', raw: '+01200' },
  ]);
  await write({ TAG: 'BEEF', CAP: 120 });
  expect(report()).toMatchObject({ outcome: 'done' });
  expect(device.stored()).toMatchObject({ TAG: 'beef', CAP: '+01200' });
});
