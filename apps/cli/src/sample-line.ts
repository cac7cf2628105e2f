import type { LiveSample } from '@batbot/core';

const number = (value: number | undefined, digits: number, unit: string): string =>
  value === undefined ? `- ${unit}` : `${value.toFixed(digits)} ${unit}`;

const cellsText = (cells: LiveSample['sample']['cellVoltagesV']): string => {
  const read = cells.filter((cell) => cell !== null);
  if (cells.length === 0) return 'no cells';
  const unread = cells.length - read.length;
  return [
    `${cells.length} cell${cells.length === 1 ? '' : 's'}`,
    ...(unread === 0 ? [] : [`(${unread} not read)`]),
    ...(read.length === 0
      ? []
      : [`${Math.min(...read).toFixed(3)}–${Math.max(...read).toFixed(3)} V`]),
  ].join(' ');
};

export const sampleLine = ({
  sample,
  receivedAt,
  understanding,
}: Pick<LiveSample, 'sample' | 'receivedAt' | 'understanding'>): string => {
  const faults = [...sample.alarms, ...sample.protections];
  return [
    new Date(receivedAt).toISOString(),
    number(sample.socPercent, 1, '%'),
    number(sample.packVoltageV, 3, 'V'),
    number(sample.currentA, 2, 'A'),
    cellsText(sample.cellVoltagesV),
    ...(faults.length === 0 ? [] : [`FAULTS: ${faults.join(', ')}`]),
    ...(understanding.kind === 'inferred' ? ['inferred'] : []),
  ].join('  ');
};
