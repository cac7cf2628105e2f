import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from './any-text.fixture.ts';
import { inferReply } from './infer/infer-reply.ts';
import { readReply } from './reply-format.ts';

/** Infers a sample from the names, units and sums in a reply. */
const learn = (reply: string) => {
  const lines = reply.split(/[\r\n]+/).filter((line) => line !== '');
  return inferReply(lines);
};

describe('replies of an unknown dialect', () => {
  test('[OBD-10] JSON with short keys is read', () => {
    const learnt = learn(
      '\r\n{"v":13.211,"i":-12.40,"soc":78.5,"soh":99.0,"cells":[3.302,3.304,3.303,3.302],"temps":[25,26],"bal":[0,1,0,0]}\r\n\r\nOK\r\n',
    );
    expect(learnt?.sample).toMatchObject({
      packVoltageV: 13.211,
      currentA: -12.4,
      socPercent: 78.5,
      sohPercent: 99,
      cellVoltagesV: [3.302, 3.304, 3.303, 3.302],
      temperaturesC: [25, 26],
    });
  });

  test('[OBD-11] labelled lines with units are read', () => {
    const learnt = learn(
      'Pack Voltage: 13.211 V\r\nCurrent: -12.40 A\r\nSOC: 78.5 %\r\nCell1: 3302 mV\r\nCell2: 3304 mV\r\nCell3: 3303 mV\r\nCell4: 3302 mV\r\nTemp1: 25 C\r\nTemp2: 26 C\r\nOK\r\n',
    );
    expect(learnt?.sample).toMatchObject({
      packVoltageV: 13.211,
      currentA: -12.4,
      socPercent: 78.5,
      cellVoltagesV: [3.302, 3.304, 3.303, 3.302],
      temperaturesC: [25, 26],
    });
  });

  test('[OBD-12] nested JSON with units in keys and one key per cell, counted from 0, is read', () => {
    const learnt = learn(
      '{"battery":{"total_voltage_mV":51200,"current_mA":-1500,"stateOfCharge":64},"cell_0_mV":3200,"cell_1_mV":0,"cell_2_mV":3201}',
    );
    expect(learnt?.sample).toMatchObject({
      packVoltageV: 51.2,
      currentA: -1.5,
      socPercent: 64,
      cellVoltagesV: [3.2, null, 3.201],
    });
  });

  test('[OBD-13] key=value pairs on one line and a list after a key are read; unknown keys are kept as text', () => {
    const learnt = learn('SOC=55,V=48.10,CELLS=3.201/3.202/3.200,MODE=IDLE');
    expect(learnt?.sample).toMatchObject({
      socPercent: 55,
      packVoltageV: 48.1,
      cellVoltagesV: [3.201, 3.202, 3.2],
    });
    expect(learnt?.others).toEqual([{ key: 'MODE', text: 'IDLE' }]);
  });

  test('[OBD-14] TAB-separated keys and decimal commas are read', () => {
    const learnt = learn('soc\t64\r\nvoltage\t13,211 V\r\ntemp1\t-40 C\r\n');
    expect(learnt?.sample).toMatchObject({
      socPercent: 64,
      packVoltageV: 13.211,
      temperaturesC: [-40],
    });
  });

  test('[OBD-15] in bare numbers, the run of cells is found, and the pack voltage as their sum', () => {
    const learnt = learn('101;1;32110;-12;3211;3209;3212;3210;3208;3211;3210;3209;3212;3218;25');
    expect(learnt?.sample.cellVoltagesV.length).toBe(10);
    expect(learnt?.sample.packVoltageV).toBeCloseTo(32.11, 6);
    expect(learn('101;1;3211;3209;3212;25')).toBeUndefined();
  });

  test('[OBD-16] scaled integers in a named list are converted to the range of a cell', () => {
    expect(learn('{"soc":50,"voltages":[32101,32109,32111]}')?.sample.cellVoltagesV).toEqual([
      3.2101, 3.2109, 3.2111,
    ]);
  });

  test('[DP-11] values without a likely meaning give no draft; hexadecimal text and prose stay raw', () => {
    expect(learn('hello world')).toBeUndefined();
    expect(readReply(['A55A0102FF']).format).toBe('hex');
    expect(readReply(['the pack is well']).format).toBe('raw');
  });

  test('[RX-11] a megabyte on one line is read in linear time', () => {
    expect(readReply(['a='.repeat(500_000)]).format).toBe('raw');
    expect(readReply(['a:1 '.repeat(8_000)]).fields.length).toBeLessThanOrEqual(1_024);
  });

  test('[OBD-17] no reply makes inference throw', () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 8 }), (lines) => {
        inferReply(lines);
      }),
      { numRuns: 500 },
    );
  });
});
