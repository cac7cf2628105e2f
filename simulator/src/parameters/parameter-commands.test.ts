import { describe, expect, test } from 'vitest';
import { createDevice } from '../device/device.ts';
import type { DeviceOptions } from '../device/device.ts';
import { parseFault } from '../faults/fault-spec.ts';
import { devicePassword } from './parameter-store.ts';
import { parameters } from './parameter-table.ts';

const OK = '\r\nOK\r\n';
const cme = (code: number): string => `\r\n+CME ERROR: ${code}\r\n`;

/** Opens a device with these faults. Each command is sent one second after the previous one. */
const open = (faults: readonly string[] = [], options: DeviceOptions = {}) => {
  const device = createDevice({ scenario: 'idle', faults: faults.map(parseFault), ...options });
  const line = device.openLine('test');
  let nowMs = 0;
  const ask = (text: string): string => {
    nowMs += 1000;
    line.receive(Buffer.from(`${text}\r\n`, 'latin1'), nowMs);
    return Buffer.from(line.take(nowMs + 999)).toString('latin1');
  };
  const valueOf = (key: string): string | undefined =>
    /\+PAR: \w+,(.*)\r\n\r\nOK/.exec(ask(`AT+PAR?${key}`))?.[1];
  const unlock = (): string => ask(`AT+PARKEY="${devicePassword}"`);
  return { device, line, ask, valueOf, unlock };
};

describe('the parameter dialect', () => {
  test('AT+PAR? lists all 60 parameters, and AT+PAR?KEY one', () => {
    const { ask } = open();
    const reply = ask('AT+PAR?');
    expect(reply.match(/^\+PAR: .*$/gm)).toHaveLength(60);
    expect(reply.endsWith(`\r\n+PAR: UID,3A0041001751363034383735\r\n${OK}`)).toBe(true);
    expect(ask('AT+PAR?COVP')).toBe(`\r\n+PAR: COVP,3800\r\n${OK}`);
    expect(ask('at+par?note')).toBe(`\r\n+PAR: NOTE,\r\n${OK}`);
    expect(ask('AT+PAR?DUTP')).toBe(`\r\n+PAR: DUTP,-200\r\n${OK}`);
  });

  test.each([
    ['BALD', '25'],
    ['BALON', '0'],
    ['CHEM', '2'],
    ['NOTE', 'Van 7, rear "left"'],
    ['CANID', '18FF50AB'],
    ['OCVT', '2500;3000;3200;3230;3260;3280;3290;3300;3320;3330;3650'],
  ])('a written %s is read back', (key, raw) => {
    const { ask, valueOf } = open();
    expect(ask(`AT+PAR=${key},${raw}`)).toBe(OK);
    expect(valueOf(key)).toBe(raw);
  });

  test.each([
    ['AT+PAR?NONE', 22],
    ['AT+PAR=NONE,1', 22],
    ['AT+PAR=BALD,4', 50],
    ['AT+PAR=BALD,201', 50],
    ['AT+PAR=BALD,1e1', 50],
    ['AT+PAR=BALD,', 50],
    ['AT+PAR=BALON,2', 50],
    ['AT+PAR=CHEM,4', 50],
    ['AT+PAR=CANID,18FF50', 50],
    ['AT+PAR=CANID,18FF50EG', 50],
    ['AT+PAR=OCVT,2700;3000', 50],
    ['AT+PAR=NAME,a name of more than twenty', 50],
    ['AT+PAR=NAME,M\u00fcller', 50],
    ['AT+PAR=COVP,3700', 3],
    ['AT+PAR=SN,B2', 3],
    ['AT+PARKEY="wrong"', 16],
  ])('%s is refused with code %i and changes nothing', (command, code) => {
    const { ask, device } = open();
    const before = device.system.values();
    expect(ask(command)).toBe(cme(code));
    expect(device.system.values()).toEqual(before);
  });

  test.each(['AT+PAR', 'AT+PAR=COVP', 'AT+PAR=?', 'AT+PARKEY=BATBOT', 'AT+PARSAVE=1'])(
    '%s is not a command',
    (command) => {
      expect(open().ask(command)).toBe('\r\nERROR\r\n');
    },
  );

  test('the password unlocks protections until a restart, and never the identity', () => {
    const { ask, unlock, valueOf } = open();
    expect(unlock()).toBe(OK);
    expect(ask('AT+PAR=COVP,3700')).toBe(OK);
    expect(valueOf('COVP')).toBe('3700');
    expect(ask('AT+PAR=SN,B2')).toBe(cme(3));
    ask('AT+RESET');
    expect(ask('AT+PAR=COVP,3700')).toBe(cme(3));
  });

  test('AT+RESET replies, receives nothing for 300 ms, and starts with the stored values', () => {
    const { ask, line, valueOf } = open();
    ask('AT+PAR=BALD,20');
    ask('AT+PARSAVE');
    ask('AT+PAR=BALD,30');
    expect(ask('AT+RESET')).toBe(`${OK}\r\nREADY\r\n`);
    expect(valueOf('BALD')).toBe('20');
    line.receive(Buffer.from('AT+RESET\r\n'), 20_000);
    line.receive(Buffer.from('AT\r\n'), 20_200);
    expect(Buffer.from(line.take(20_900)).toString()).toBe(`${OK}\r\nREADY\r\n`);
  });

  test('a power cycle keeps only the stored values', () => {
    const { ask, device, valueOf } = open();
    ask('AT+PAR=NOTE,stored');
    ask('AT+PARSAVE');
    ask('AT+PAR=NOTE,lost');
    device.reboot(3_999);
    expect(valueOf('NOTE')).toBe('stored');
  });

  test('all connectors share the parameters', () => {
    const { ask, device } = open();
    ask('AT+PAR=NOTE,shared');
    const other = device.openLine('other');
    other.receive(Buffer.from('AT+PAR?NOTE\r\n'), 5_000);
    expect(Buffer.from(other.take(5_500)).toString()).toContain('+PAR: NOTE,shared');
  });

  test('errors end with a prompt in the elm dialect', () => {
    const { ask } = open([], { dialect: 'elm', echo: false });
    expect(ask('AT+PAR?NONE')).toBe('+CME ERROR: 22\r\r>');
  });

  test('the factory values follow chemistry, capacity and cells', () => {
    const nmc = open([], { chemistry: 'nmc', capacity: 50, cells: 14 }).device.system.values();
    expect(nmc).toMatchObject({ COVP: '4250', CUVR: '3500', POVP: '59500', CHOC: '10000' });
    expect(nmc).toMatchObject({ CAP: '5000', CELLS: '14', CHEM: '1', FULLV: '4050' });
    const { device } = open();
    device.setScenario('many-cells', 1000);
    expect(device.system.values()).toMatchObject({ POVP: '486400', CELLS: '128', NTC: '64' });
    device.advance(20_000);
    expect(device.reading().protections).toBe(0);
  });

  test('every parameter has a default that the device accepts', () => {
    const values = open().device.system.values();
    expect(Object.keys(values)).toEqual(parameters.map(({ key }) => key));
  });
});

describe('effects of the parameters', () => {
  test('a lowered over-voltage limit trips after its delay, and a raised release closes the switch', () => {
    const { ask, unlock, device } = open();
    const [highest] = device.reading().cells.toSorted((a, b) => b - a);
    unlock();
    ask('AT+PAR=COVD,5000');
    expect(ask(`AT+PAR=COVP,${(highest ?? 0) - 20}`)).toBe(OK);
    expect(device.reading()).toMatchObject({ protections: 0, fets: 3 });
    device.advance(6_900);
    expect(device.reading()).toMatchObject({ protections: 0, fets: 3 });
    device.advance(9_000);
    expect(device.reading()).toMatchObject({ protections: 1, fets: 2 });
    ask(`AT+PAR=COVP,${(highest ?? 0) + 100}`);
    ask(`AT+PAR=COVR,${(highest ?? 0) + 50}`);
    device.advance(20_000);
    expect(device.reading()).toMatchObject({ protections: 0, fets: 3 });
  });

  test.each([
    ['CUVP', '3500', 1],
    ['POVP', '50000', 2],
    ['PUVP', '60000', 3],
    ['COTP', '300', 4],
    ['CUTP', '200', 5],
    ['DOTP', '300', 6],
    ['DUTP', '200', 7],
  ])('a limit %s of %s trips the protection of bit %i', (key, raw, bit) => {
    const temperature = key.startsWith('CO') || key.startsWith('DO') ? 35 : 15;
    const { ask, unlock, device } = open();
    device.override({ ambient: temperature });
    device.plant().setTemperature(temperature);
    unlock();
    expect(ask(`AT+PAR=${key},${raw}`)).toBe(OK);
    device.advance(20_000);
    expect(device.reading().protections & (1 << bit)).toBe(1 << bit);
  });

  test.each([
    ['CHOC', -20, 8],
    ['DIOC', 20, 9],
    ['SCC', 20, 10],
  ])('a limit %s below the current of %i A trips the protection of bit %i', (key, current, bit) => {
    const { ask, unlock, device } = open();
    device.override({ current });
    unlock();
    expect(ask(`AT+PAR=${key},1500`)).toContain(OK);
    device.advance(3_000);
    expect(device.reading().protections & (1 << bit)).toBe(1 << bit);
  });

  test('capacity, calibration and sensor corrections change the reported values', () => {
    const { ask, unlock, device } = open([], { noiseMv: 0 });
    device.override({ current: 10 });
    device.advance(900);
    const before = device.reading();
    unlock();
    for (const write of ['CAP,8000', 'IOFF,100', 'TOFF,50;0;0;-50'])
      expect(ask(`AT+PAR=${write}`)).toBe(OK);
    const after = device.reading();
    expect(after.designCapacity).toBe(8000);
    expect(after.current10mA - before.current10mA).toBe(100);
    expect(after.temperatures.map((each, i) => each - (before.temperatures[i] ?? 0))).toEqual([
      5, 0, 0, -5,
    ]);
  });

  test('balancing follows its switch and its voltage', () => {
    const { ask, device } = open([], { scenario: 'idle', soc: 0.99 });
    const isBalancing = (): boolean => device.reading().balancing.some(Boolean);
    device.advance(5_000);
    expect(isBalancing()).toBe(true);
    ask('AT+PAR=BALON,0');
    device.advance(8_000);
    expect(isBalancing()).toBe(false);
    ask('AT+PAR=BALON,1');
    ask('AT+PAR=BALV,4000');
    device.advance(12_000);
    expect(isBalancing()).toBe(false);
  });

  test('the name is a line of the identity; verbose, echo and alarm lines follow their parameters', () => {
    const { ask, unlock, device, line } = open();
    for (const write of ['NAME,My pack', 'VBDEF,1', 'ECHODEF,1', 'ALMON,0']) ask(`AT+PAR=${write}`);
    expect(ask('ATI')).toBe(
      `\r\nACME-BMS OBD\r\nHW:2.1 FW:1.4.0 SN:A1B2C3\r\nLABEL:My pack\r\n${OK}`,
    );
    ask('AT+PARSAVE');
    ask('AT+RESET');
    expect(ask('AT+VB?')).toBe(`AT+VB?\r\n\r\n+VB: 1\r\n${OK}`);
    unlock();
    ask('AT+PAR=COVP,2000');
    expect(Buffer.from(line.take(30_000)).toString()).not.toContain('ALARM');
    expect(device.reading().protections & 1).toBe(1);
  });
});

describe('faults of a device that is changed', () => {
  test('write-ignored confirms and changes nothing', () => {
    const { ask, valueOf } = open(['write-ignored:count=1']);
    expect(ask('AT+PAR=BALD,20')).toBe(OK);
    expect(valueOf('BALD')).toBe('10');
    ask('AT+PAR=BALD,20');
    expect(valueOf('BALD')).toBe('20');
  });

  test.each([
    ['BALD', '30', '20'],
    ['NOTE', 'four', 'fo'],
    [
      'OCVT',
      Array(11).fill('3000').join(';'),
      '2850;3000;3100;3115;3130;3140;3145;3150;3160;3165;3200',
    ],
    ['CHEM', '1', '1'],
  ])('write-clamped changes %s by half', (key, raw, taken) => {
    const { ask, valueOf } = open(['write-clamped']);
    expect(ask(`AT+PAR=${key},${raw}`)).toBe(OK);
    expect(valueOf(key)).toBe(taken);
  });

  test('write-other changes the next parameter of the same type', () => {
    const { ask, valueOf } = open(['write-other:count=1']);
    expect(ask('AT+PAR=BALV,3400')).toBe(OK);
    expect([valueOf('BALV'), valueOf('BALD')]).toEqual(['3300', '3400']);
  });

  test('lost-at-restart confirms saving and stores nothing', () => {
    const { ask, valueOf } = open(['lost-at-restart']);
    ask('AT+PAR=BALD,20');
    expect(ask('AT+PARSAVE')).toBe(OK);
    expect(valueOf('BALD')).toBe('20');
    ask('AT+RESET');
    expect(valueOf('BALD')).toBe('10');
  });

  test('restart-mid-write restarts at a write without a reply', () => {
    const { ask, valueOf } = open(['restart-mid-write:count=1']);
    expect(ask('AT+PAR=BALD,20')).toBe('\r\nREADY\r\n');
    expect(valueOf('BALD')).toBe('10');
  });

  test('restart-mid-write at saving stores half of the changes', () => {
    const { ask, device } = open();
    for (const write of ['BALD,20', 'BALV,3400', 'WDIFF,90', 'NOTE,x']) ask(`AT+PAR=${write}`);
    device.faults.add(parseFault('restart-mid-write'), 4_500);
    expect(ask('AT+PARSAVE')).toBe('\r\nREADY\r\n');
    expect(device.system.values()).toMatchObject({ BALV: '3400', BALD: '20' });
    expect(device.system.values()).toMatchObject({ WDIFF: '80', NOTE: '' });
  });

  test('other-board-after-restart answers with another serial number and hardware', () => {
    const { ask, valueOf } = open(['other-board-after-restart:count=1']);
    expect(ask('ATI')).toContain('HW:2.1 FW:1.4.0 SN:A1B2C3');
    ask('AT+RESET');
    expect(ask('ATI')).toContain('HW:3.0 FW:1.4.0 SN:Z9Y8X7');
    expect(valueOf('SN')).toBe('Z9Y8X7');
    ask('AT+RESET');
    expect(ask('ATI')).toContain('SN:A1B2C3');
  });
});
