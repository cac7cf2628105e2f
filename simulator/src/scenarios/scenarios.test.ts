import { describe, expect, test } from 'vitest';
import { createDevice } from '../device/device.ts';
import type { Reading } from '../bms/reading.ts';
import { findScenario, scenarios } from './scenarios.ts';
import type { ScenarioName } from './scenarios.ts';

/** Returns the readings of a small pack at these times in seconds. */
const watch = (
  scenario: ScenarioName,
  seconds: readonly number[],
  cells = 8,
): readonly Reading[] => {
  const device = createDevice({
    scenario,
    seed: 3,
    ...(findScenario(scenario).cells ? {} : { cells }),
  });
  return seconds.map((s) => {
    device.advance(s * 1000);
    return device.reading();
  });
};
const last = (scenario: ScenarioName, second: number): Reading => {
  const [reading] = watch(scenario, [second]);
  if (!reading) throw new Error('no reading');
  return reading;
};
const bit = (mask: number, number: number): boolean => (mask & (1 << number)) !== 0;
const every = (step: number, to: number): readonly number[] =>
  Array.from({ length: Math.floor(to / step) }, (_, i) => (i + 1) * step);

describe('scenarios of the pack', () => {
  test.each(Object.keys(scenarios) as ScenarioName[])('%s gives plausible readings', (name) => {
    for (const r of watch(name, [1, 60])) {
      expect(r.soc).toBeGreaterThanOrEqual(0);
      expect(r.soc).toBeLessThanOrEqual(1000);
      const sum = r.cells.reduce((all, mv) => all + mv, 0);
      if (name !== 'open-wire')
        expect(Math.abs(sum - r.packMv)).toBeLessThan(Math.max(r.packMv / 100, 5 * r.cells.length));
    }
  });

  test('in idle the current hardly changes; in drive it discharges and charges', () => {
    const calm = watch('idle', every(10, 100)).map((r) => r.current10mA);
    expect(Math.max(...calm.map(Math.abs))).toBeLessThan(20);
    const busy = watch('drive', every(1, 120)).map((r) => r.current10mA);
    expect(Math.min(...busy)).toBeLessThan(-4000);
    expect(Math.max(...busy)).toBeGreaterThan(800);
  });

  test('discharge ends with under-voltage, an open discharge switch and slightly recovering cells', () => {
    const r = last('discharge', 1200);
    expect(bit(r.fets, 1)).toBe(false);
    expect(bit(r.fets, 0)).toBe(true);
    expect(bit(r.protections, 1) || bit(r.protections, 3)).toBe(true);
    expect(Math.min(...r.cells)).toBeGreaterThan(2400);
  });

  test('charge goes from constant current to constant voltage to top balancing', () => {
    const readings = watch('charge', every(30, 3600));
    expect(readings[0]?.current10mA).toBeGreaterThan(4500);
    const end = readings.at(-1);
    expect(Math.abs(end?.current10mA ?? 9999)).toBeLessThan(50);
    expect(readings.some((r) => r.balancing.includes(true))).toBe(true);
    expect(Math.max(...readings.flatMap((r) => r.cells))).toBeLessThan(3700);
    expect(end?.soc).toBe(1000);
  });

  test('cold reaches -40 °C with both under-temperature protections', () => {
    const r = last('cold', 3 * 3600);
    expect(Math.min(...r.temperatures)).toBe(-40);
    expect([bit(r.protections, 5), bit(r.protections, 7), r.fets]).toEqual([true, true, 0]);
  });

  test('hot opens both switches above 45 °C', () => {
    const r = last('hot', 1800);
    expect([bit(r.protections, 4), bit(r.protections, 6), r.fets]).toEqual([true, true, 0]);
  });

  test('a weak, a high-resistance and a leaking cell differ clearly from the others', () => {
    const lowest = (r: Reading): number => r.cells.indexOf(Math.min(...r.cells)) + 1;
    expect(lowest(last('weak-cell', 3300))).toBe(5);
    expect(lowest(last('leaking-cell', 4 * 3600))).toBe(5);
    const pulling = watch('high-resistance', every(1, 60)).find((r) => r.current10mA < -5000);
    expect(pulling && lowest(pulling)).toBe(5);
  });

  test('the drifted state of charge is set to 100 % when the pack is full', () => {
    const soc = watch('soc-jump', every(10, 3600)).map((r) => r.soc);
    const jumps = soc.map((value, i) => value - (soc[i - 1] ?? value));
    expect(Math.max(...jumps)).toBeGreaterThan(20);
    expect(soc.at(-1)).toBe(1000);
  });

  test('the state of charge passes 21, 20 and 19 % within two minutes', () => {
    const soc = watch('soc-red', every(1, 120)).map((r) => r.soc);
    expect(soc[0]).toBeGreaterThan(210);
    expect(soc).toContain(200);
    expect(soc.at(-1)).toBeLessThan(190);
  });

  test('an open wire reads 0 and does not change the other cells; broken thermistors are flagged', () => {
    const r = last('open-wire', 10);
    expect(r.cells[2]).toBe(0);
    expect(r.cells[3]).toBeGreaterThan(3000);
    expect([r.protections, bit(r.alarms, 11)]).toEqual([0, true]);
    expect(last('thermistor-open', 10)).toMatchObject({ protections: 0, alarms: 1 << 15 });
    expect(last('thermistor-open', 10).temperatures[0]).toBe(-40);
    expect(last('thermistor-short', 10)).toMatchObject({ protections: 0, alarms: 1 << 15 });
    expect(last('thermistor-short', 10).temperatures[0]).toBe(125);
  });

  test('a short circuit opens both switches, which close again by themselves', () => {
    const [before, during, after] = watch('short-circuit', [19, 21, 40]);
    expect(before?.fets).toBe(3);
    expect(during?.fets).toBe(0);
    expect(bit(during?.protections ?? 0, 10)).toBe(true);
    expect(after).toMatchObject({ fets: 3, protections: 0 });
  });

  test('the fifth short circuit within ten minutes locks both switches until a restart', () => {
    const device = createDevice({ scenario: 'short-circuit', seed: 3, cells: 8 });
    const at = (second: number): Reading => {
      device.advance(second * 1000);
      return device.reading();
    };
    const lock = (r: Reading): boolean => bit(r.protections, 12);
    expect(at(240)).toMatchObject({ fets: 3, protections: 0 });
    expect([lock(at(263)), at(263).fets]).toEqual([true, 0]);
    expect([lock(at(300)), at(300).fets]).toEqual([true, 0]);
    device.reboot(301_000);
    expect(at(310)).toMatchObject({ fets: 3, protections: 0 });
  });

  test('a charger that never finishes is switched off after ten hours, until it is disconnected', () => {
    const device = createDevice({ scenario: 'idle', seed: 3, cells: 4, soc: 0.4 });
    device.override({ current: -2 });
    device.advance(35_990_000);
    expect(device.reading()).toMatchObject({ fets: 3, protections: 0 });
    device.advance(36_010_000);
    expect(device.reading()).toMatchObject({ fets: 2, protections: 1 << 13 });
    device.override({});
    device.advance(36_020_000);
    expect(device.reading()).toMatchObject({ fets: 3, protections: 0 });
  });

  test('a stuck switch stays closed despite the protections', () => {
    const r = last('stuck-switch', 600);
    expect(r.protections).not.toBe(0);
    expect(bit(r.fets, 0)).toBe(true);
    expect(r.current10mA).toBeGreaterThan(10_000);
  });

  test('a pack may have many cells, or no temperature sensors', () => {
    expect(last('many-cells', 1).cells).toHaveLength(128);
    expect(last('many-cells', 1).temperatures).toHaveLength(64);
    expect(last('no-temperatures', 1).temperatures).toEqual([]);
  });
});
