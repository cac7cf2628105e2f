/// <reference types="node" />
import { createHash } from 'node:crypto';
import type { Hasher } from './content-hash.ts';
import type { Parameter, ParameterSchema } from './parameter-schema.ts';

export const hasher: Hasher = {
  sha256: (bytes) => Promise.resolve(createHash('sha256').update(bytes).digest('hex')),
};

const volts = (
  key: string,
  label: string,
  min: number,
  max: number,
  fallback: number,
): Parameter => ({
  key,
  label,
  group: 'cells',
  type: 'decimal',
  unit: 'V',
  scale: 0.001,
  min,
  max,
  default: fallback,
  class: 'protection',
});

/** A small schema with a parameter of each type. */
export const testSchema: ParameterSchema = {
  format: 'batbot-parameter-schema-1',
  name: 'Test BMS',
  source: 'Made up for the tests.',
  device: 'bms',
  maker: 'ACME-BMS',
  hardware: ['2.1', '2.2'],
  firmware: { from: '1.2.0', to: '1.9.9' },
  commands: {
    readAll: 'AT+PAR?',
    read: 'AT+PAR?{key}',
    write: 'AT+PAR={key},{value}',
    begin: 'AT+PARKEY="{password}"',
    persist: 'AT+PARSAVE',
    restart: 'AT+RESET',
    reply: '+PAR: ',
  },
  restartMs: 1_000,
  currentLimits: { normal: 20, protection: 1 },
  chemistryKeys: { cellOverVoltage: 'OVP', cellCount: 'CELLS' },
  groups: [
    { id: 'cells', label: 'Cells' },
    { id: 'pack', label: 'Pack' },
  ],
  parameters: [
    volts('OVP', 'Cell over-voltage', 2.5, 4.3, 3.65),
    volts('OVR', 'Cell over-voltage release', 2.5, 4.3, 3.5),
    {
      key: 'CAP',
      label: 'Capacity',
      group: 'pack',
      type: 'decimal',
      unit: 'Ah',
      scale: 0.1,
      min: 1,
      max: 1_000,
      class: 'normal',
    },
    {
      key: 'CELLS',
      label: 'Number of cells',
      group: 'cells',
      type: 'integer',
      min: 1,
      max: 32,
      class: 'normal',
      needsRestart: true,
    },
    {
      key: 'MODE',
      label: 'Balancing',
      group: 'cells',
      type: 'enum',
      options: [
        { value: 0, label: 'Never' },
        { value: 1, label: 'While charging' },
        { value: 2, label: 'Always' },
      ],
      class: 'normal',
    },
    { key: 'SLEEP', label: 'Sleep mode', group: 'pack', type: 'bool', class: 'normal' },
    {
      key: 'NAME',
      label: 'Device name',
      group: 'pack',
      type: 'text',
      maxLength: 16,
      class: 'normal',
    },
    { key: 'TAG', label: 'Asset tag', group: 'pack', type: 'hex', length: 4, class: 'normal' },
    {
      key: 'LEVELS',
      label: 'Alarm levels',
      group: 'pack',
      type: 'list',
      unit: '°C',
      length: 3,
      min: -40,
      max: 100,
      class: 'normal',
    },
    { key: 'SERIAL', label: 'Serial number', group: 'pack', type: 'text', class: 'identity' },
    {
      key: 'UPTIME',
      label: 'Operating hours',
      group: 'pack',
      type: 'integer',
      unit: 'h',
      class: 'normal',
      readOnly: true,
    },
  ],
  rules: [
    {
      left: 'OVR',
      op: '<',
      right: 'OVP',
      text: 'The over-voltage release must be below the over-voltage.',
    },
    { left: 'OVP', op: '<=', right: 4.25, text: 'The over-voltage must be at most 4.25 V.' },
  ],
};
