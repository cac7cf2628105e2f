import { describe, expect, test } from 'vitest';
import type { Reading } from '../../bms/reading.ts';
import { bytesOf, textOf } from './bytes.ts';
import { crcModbus } from './checksums.ts';
import { isoTpFrames } from './elm327.ts';
import { foreignDevices } from './foreign-devices.ts';
import type { ForeignName } from './foreign-devices.ts';
import { jkFrame } from './jk.ts';
import { junctekLine } from './junctek.ts';
import { withCrc } from './modbus.ts';
import { hex, inHex, readingOf } from './reading.fixture.ts';
import { veDirectBlock } from './vedirect.ts';
import { voltronicFrame } from './voltronic.ts';
import { ydFrame } from './yd1363.ts';

/** Returns the reply of a device that has just started. */
const ask = (name: ForeignName, request: string, reading: Reading = readingOf()): string =>
  foreignDevices[name].open().answer(request, reading);

const cellsOf = (digits: string): readonly number[] =>
  (digits.match(/.{4}/g) ?? []).map((each) => parseInt(each, 16));

describe('frames from published documents', () => {
  test('JBD: the frames for basic information and cells match the published ones', () => {
    const documented = readingOf({
      packMv: 58_880,
      current10mA: 0,
      remaining: 720,
      designCapacity: 1000,
      cycles: 0,
      soc: 720,
      fets: 3,
      temperatures: [20.3, 21.5],
      balancing: [],
      cells: Array.from({ length: 15 }, () => 3900),
    });
    const answer = inHex(ask('jbd', hex('DD A5 03 00 FF FD 77'), documented));
    const published =
      'DD03001B17000000 02D003E8000020780000000000001048030F020B760B82FBFF77'.replaceAll(' ', '');
    // The date of production, the version and the state of charge differ from the published device.
    const own = /^(.{28}).{4}(.{12}).{4}(.{2}).{2}(.{8})/;
    expect(answer).toHaveLength(published.length);
    expect(own.exec(answer)?.slice(1)).toEqual(own.exec(published)?.slice(1));

    const cells = '0F660F630F630F640F3E0F630F370F5B0F650F3B0F630F630F3C0F660F3D';
    expect(
      inHex(ask('jbd', hex('DD A5 04 00 FF FC 77'), readingOf({ cells: cellsOf(cells) }))),
    ).toBe(`DD04001E${cells}F9F977`);
    expect(inHex(ask('jbd', hex('DD A5 06 00 FF FA 77')))).toBe('DD068000FF8077');
  });

  test('JK: a whole frame and its measured values match the published ones', () => {
    const measured =
      '792A010EED020EFA030EF7040EEC050EF8060EFA070EF1080EF8090EE30A0EFA0B0EF10C0EFB0D0EFB0E0EF2' +
      '80001D81001E82001C8314EF8480D0850F8602870004';
    const data =
      `${measured}89000000008A000E8B00008C00078E16268F10AE900FD2910FA09200059 30BEA940C1C95000596012C` +
      '97000798000399000 59A00059B0CE49C00089D019E005A9F0046A00064A10064A20014A30046A40046A5FFECA6FFF6' +
      'A7FFECA8FFF6A90EAA0000000EAB01AC01AD0411AE01AF01B0000AB114B231323334353600000000B300' +
      'B4496E707574205573B532313031B60000E200B748362E585F5F53362E312E33535F5FB800B900000000' +
      'BA425433303732303230313230303030323030353231303031C001';
    const frame = inHex(jkFrame(6, bytesOf(hex(data))));
    expect(frame.slice(0, 22)).toBe('4E57011B00000000060001');
    expect(frame.slice(-18)).toBe('0000000068000054D1');
    const cells = cellsOf('0EED0EFA0EF70EEC0EF80EFA0EF10EF80EE30EFA0EF10EFB0EFB0EF2');
    const documented = readingOf({
      packMv: 53_590,
      current10mA: 208,
      soc: 150,
      cycles: 4,
      cells,
      temperatures: [30, 28, 29],
      balancing: [true],
    });
    const request = hex('4E57001300000000060300000000000068 00000129');
    const answer = inHex(ask('jk', request, documented));
    expect(answer.slice(22)).toMatch(new RegExp(`^${measured}`));
    expect(answer).toContain('8A000E8B00008C0007');
  });

  test('Seplos V2 and Pace: the telegrams match the published ones', () => {
    const seplosCells = '0CD70CE90CF40CD60CEF0CE50CE10CDC0CE90CF00CE80CEF0CEA0CDA0CDE0CD8';
    const telegram = `000110${seplosCells}060BA60BA00B970BA60BA50BA2FD5C14A0344E0A426803134650004603E8149F0000000000000000`;
    expect(ydFrame(0x20, 0, 0, bytesOf(hex(telegram)))).toBe(`~200046001096${telegram}DC6C\r`);
    const answer = ask(
      'seplos',
      '~20004642E00200FD37',
      readingOf({
        cells: cellsOf(seplosCells),
        temperatures: [25.1, 24.5, 23.6, 25.1, 25, 24.7],
        current10mA: -676,
        packMv: 52_800,
        remaining: 13_390,
        designCapacity: 18_000,
        soc: 787,
        cycles: 70,
        soh: 1000,
      }),
    );
    // The full capacity and the terminal voltage of the published pack are not values of the simulated pack.
    const simulated = telegram.replace('0A4268', '0A4650').replace('149F', '14A0');
    expect(answer).toBe(ydFrame(0x20, 0, 0, bytesOf(hex(simulated))));

    const paceReading = readingOf({
      cells: cellsOf('0CC70CC80CC70CC70CC70CC50CC60CC70CC70CC60CC70CC60CC60CC70CC60CC7'),
      temperatures: [24.1, 23.9, 23.9, 23.9, 26.5, 27.4],
      current10mA: -225,
      packMv: 52_429,
      remaining: 4819,
      designCapacity: 10_000,
      soh: 1034.6,
      cycles: 140,
    });
    expect(ask('pace', '~25014642E00201FD30', paceReading)).toBe(
      '~25014600F07A0001100CC70CC80CC70CC70CC70CC50CC60CC70CC70CC60CC70CC60CC60CC70CC60CC7060B9B0B990B990B990BB30BBC' +
        'FF1FCCCD12D303286A008C2710E1E4\r',
    );
    expect(ask('pace', '~25014644E00201FD2E', paceReading)).toBe(
      '~25014600004C000110000000000000000000000000000000000600000000000000000000000E000000000000EF3A\r',
    );
  });

  test('VE.Direct: the checksum of a block matches the published one', () => {
    const fields = (
      'PID 0xA060|FW 161|SER# HQ2129ABCDE|V 13790|I 12400|VPV 36210|PPV 171|CS 3|MPPT 2|OR 0x00000000|ERR 0|' +
      'LOAD ON|IL 1200|H19 4012|H20 88|H21 512|H22 101|H23 498|HSDS 56'
    )
      .split('|')
      .map((pair) => pair.split(' ') as [string, string]); // the text above consists of pairs
    const block = veDirectBlock(fields);
    expect(block.slice(0, 13)).toBe('\r\nPID\t0xA060\r');
    expect(inHex(block.slice(-10))).toBe(`${inHex('Checksum\t')}A2`);
  });

  test('Voltronic: the checksums of commands and replies match the published ones', () => {
    const general =
      '(000.0 00.0 230.0 49.9 0161 0119 003 460 57.50 012 100 0069 0014 103.8 57.45 00000 00110110 00 00 00856 010';
    expect(inHex(voltronicFrame(general).slice(-3))).toBe('248C0D');
    expect(inHex(voltronicFrame('QPIGS'))).toBe('5150494753B7A90D');
    expect(ask('voltronic', hex('5150494753B7A9'))).toMatch(
      /^\(000\.0 00\.0 230\.0 50\.0 0655 0655 013 380 52\.80 000 078 0031 0000 000\.0 00\.00 00012 00010000 00 00 00000 010..\r$/s,
    );
    expect(ask('voltronic', hex('515049BEAC'))).toBe(`(PI30${hex('9A0B')}\r`);
    expect(ask('voltronic', hex('5150494753B7A8'))).toBe(`(NAKss\r`);
  });

  test('Junctek: the lines match the published ones', () => {
    expect(
      junctekLine('50', [5366, 5410, 416983, 289634, 1427701, 88851, 128, 0, 0, 1, 3, 4277]),
    ).toBe(':r50=1,220,5366,5410,416983,289634,1427701,88851,128,0,0,1,3,4277,\r\n');
    expect(ask('junctek', ':R00=1,2,1,')).toBe(':r00=1,217,2140,110,6,\r\n');
    expect(ask('junctek', ':R50=1,2,1,')).toMatch(
      /^:r50=1,\d+,5280,1240,77720,12300000,\d+,86405,125,0,0,0,376,4277,\r\n$/,
    );
  });

  test('Kia: the frames match a published trace', () => {
    const trace =
      '103E620101EFFBE7 21ED690000000000 2200000E260D0C0D 230D0D00000034BC 2418BC5600007C00 2502DE800002C955 ' +
      '26000119AF000107 27C300EC656F0000 2803000000000BB8';
    const [first = '', ...rest] = trace.split(' ');
    const payload = bytesOf(hex(first.slice(4) + rest.map((each) => each.slice(2)).join('')));
    const frames = isoTpFrames(payload, 0xaa).map((frame) => inHex(textOf(frame)));
    expect(frames.join(' ')).toBe(trace);

    const kia = foreignDevices['elm327-kia'].open();
    const documented = readingOf({
      packMv: 362_200,
      current10mA: 0,
      soc: 525,
      cells: Array.from({ length: 98 }, () => 3760),
      temperatures: [13, 13, 13, 12],
    });
    for (const command of ['ATE0', 'ATH1', 'ATSP6', 'ATSH7E4']) kia.answer(command, documented);
    expect(kia.answer('220101', documented)).toMatch(
      /^7EC 10 3E 62 01 01 EF FB E7 \r7EC 21 ED 69 (?:.. ){5}\r7EC 22 00 00 0E 26 0D 0C 0D \r7EC 23 0D 0D 0C 00 00 0D BC \r7EC 24 01 BC 01 /,
    );
  });

  test('Daly: the reply to a published request follows the document', () => {
    expect(inHex(ask('daly', hex('A5 40 90 08 00 00 00 00 00 00 00 00 7D')))).toBe(
      'A50190080210000075AC031185',
    );
    const cells = inHex(ask('daly', hex('A5 40 95 08 00 00 00 00 00 00 00 00 82')));
    expect(cells).toHaveLength(6 * 26);
    expect(cells.slice(0, 26)).toBe('A5019508010CE40CE50CE60017');
  });

  test('Modbus: the registers match the published maps', () => {
    expect(crcModbus(bytesOf(hex('01 03 00 00 00 0A C5 CD')))).toBe(0);
    const registers = (name: ForeignName, request: string): string =>
      inHex(ask(name, withCrc(bytesOf(hex(request))))).slice(6, -4);
    // Pack voltage, current, state of charge. Addresses of JK count bytes.
    expect(registers('jk-modbus', '01 03 1290 0002')).toBe('0000CE40');
    expect(registers('jk-modbus', '01 03 1298 0002')).toBe('FFFFCF90');
    expect(registers('jk-modbus', '01 03 1202 0002')).toBe('0CE50CE6');
    expect(registers('seplos-v3', '00 04 1000 0006')).toBe('14A0FB281E5C26AC04CE0311');
    expect(registers('seplos-v3', '00 01 1278 0008')).toBe('03');
    expect(registers('epever', '01 04 331A 0003')).toBe('14A0FB28FFFF');
    expect(registers('epever', '01 04 311A 0001')).toBe('004E');
    expect(registers('srne', 'FF 03 0100 0004')).toBe('004E021000001F19');
    expect(registers('growatt', '01 04 0011 0002')).toBe('14A0004E');
    expect(registers('growatt', '01 04 004D 0002')).toBe('00001993');
    expect(inHex(ask('epever', withCrc([1, 4, 0x40, 0, 0, 1])))).toBe('018402C2C1');
    expect(inHex(ask('epever', withCrc([1, 6, 0x90, 1, 0, 1]))).slice(0, 6)).toBe('018601');
  });

  test('JK PB: the reply to the write that requests the measured values matches the published one', () => {
    const documented = readingOf({
      packMv: 26_852,
      current10mA: 1784,
      soc: 880,
      soh: 1000,
      designCapacity: 22_000,
      remaining: 19_346,
      cycles: 101,
      cells: [3357, 3357, 3357, 3356, 3356, 3357, 3356, 3356],
      temperatures: [29.6, 29.4, 28.6, 28.6, 30],
    });
    const answer = inHex(ask('jk-modbus', hex('01 10 16 20 00 01 02 00 00 D6 F1'), documented));
    expect(answer.slice(0, 48)).toBe('55AAEB9002051D0D1D0D1D0D1C0D1C0D1D0D1C0D1C0D0000');
    expect(answer.slice(140, 152)).toBe('FF0000001D0D');
    expect(answer.slice(288, 308)).toBe('2C0100000000E4680000');
    expect(answer.slice(316, 332)).toBe('B045000028012601');
    expect(answer.slice(344, 348)).toBe('0058');
    expect(answer.slice(356, 372)).toBe('605B030065000000');
    expect(answer.slice(396, 400)).toBe('0101');
    expect(answer.slice(508, 520)).toBe('2C011E011E01');
    expect(answer).toHaveLength(616);
    expect(answer.slice(-16)).toBe('011016200001044B');
  });

  test('Pylontech: the rows match a published dump', () => {
    const documented = readingOf({
      packMv: 49_905,
      current10mA: 1186.7,
      soc: 390,
      temperatures: [27.9, 26.6, 26.8, 26.8],
      cells: Array.from({ length: 15 }, () => 3327),
      uptimeS: 0,
    });
    const answer = ask('pylontech', 'pwr', documented);
    const row = (pack: number): string | undefined =>
      answer.split('\r\n').find((line) => line.startsWith(`${pack} `));
    expect(answer.split('\r\n').slice(0, 2)).toEqual([
      '\n\r@',
      'Power Volt   Curr   Tempr  Tlow   Thigh  Vlow   Vhigh  Base.St  Volt.St  Curr.St  Temp.St  Coulomb  Time                 B.V.St   B.T.St   MosTempr M.T.St  ',
    ]);
    expect(row(1)).toBe(
      '1     49905  11867  27900  26600  27900  3327   3327   Charge   Normal   Normal   Normal   39%      2024-01-15 08:30:00  Normal   Normal  27900    Normal  ',
    );
    expect(row(5)).toBe(
      '5     -      -      -      -      -      -      -      Absent   -        -        -        -        -                    -        -       ',
    );
    expect(answer.endsWith('\r\n\rCommand completed successfully\r\n\r$$\r\n\rpylon>')).toBe(true);
    expect(ask('pylontech', 'bat 1', documented)).toContain(
      '\r\n7        3327     11867    26600    Charge       Normal       Normal       Normal       39%         77720 mAH      N\r\n',
    );
  });

  test('Leaf: the groups have the length that the car sends', () => {
    const leaf = foreignDevices['elm327-leaf'].open();
    const reading = readingOf({ cells: Array.from({ length: 96 }, () => 4000) });
    for (const command of ['ATE0', 'ATS0', 'ATH1', 'ATSP6', 'ATSH79B'])
      leaf.answer(command, reading);
    const lengths = ['2101', '2102', '2104', '2106'].map((each) =>
      leaf.answer(each, reading).slice(3, 11),
    );
    expect(lengths).toEqual(['10296101', '10C66102', '10106104', '101A6106']);
    expect(leaf.answer('2105', reading)).toBe('7BB037F2112FFFFFFFF\r\r>');
  });
});
