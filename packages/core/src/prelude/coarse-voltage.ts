/** Whether a voltage, if it was read, is a multiple of 10 mV, as each of a device that reads voltages in such steps. */
export const isCoarseVoltage = (volts: number | null): boolean =>
  volts === null || Number.isNaN(volts) || Math.round(volts * 1_000) % 10 === 0;
