import type { PackSample } from '@batbot/core';

const known = (values: readonly (number | null)[]): readonly number[] =>
  values.filter((value) => value !== null);

/**
 * Converts the sample of the connected pack to a snapshot in the form of the API, without unreported values. A device that
 * does not know its state of health reports 0, with which the server would call the pack worn.
 */
export const snapshotOf = (sample: PackSample, at: number): Readonly<Record<string, unknown>> => {
  const cells = known(sample.cellVoltagesV);
  const temperatures = known(sample.temperaturesC);
  const lowest = Math.min(...cells);
  const values = {
    socPercent: sample.socPercent,
    sohPercent: sample.sohPercent === 0 ? undefined : sample.sohPercent,
    packVoltageV: sample.packVoltageV,
    packCurrentA: sample.currentA,
    cycles: sample.cycles,
    highestTemperatureC: temperatures.length === 0 ? undefined : Math.max(...temperatures),
    spreadMv:
      cells.length < 2 ? undefined : Math.round((Math.max(...cells) - lowest) * 1_000 * 10) / 10,
    worstCell: cells.length < 2 ? undefined : sample.cellVoltagesV.indexOf(lowest) + 1,
    faults: sample.lacksFaults === true ? undefined : sample.protections,
  };
  const reported = Object.entries(values).filter(([, value]) => value !== undefined);
  return { at: new Date(at).toISOString(), ...Object.fromEntries(reported) };
};
