import type { FaultEvidence } from '@batbot/core';
import { fixed } from '../../text/format.ts';

export { FAULT_WORDS } from '../controls/fault-words.ts';

export const evidenceText = (evidence: FaultEvidence | undefined): string => {
  switch (evidence?.kind) {
    case undefined:
      return '';
    case 'cell':
      return `cell ${evidence.number}, ${fixed(evidence.volts, 3)} V`;
    case 'spread':
      return `${evidence.deltaMv} mV apart`;
    case 'pack':
      return `${fixed(evidence.volts, 3)} V`;
    case 'current':
      return `${fixed(evidence.amps, 2)} A`;
    case 'sensor':
      return `sensor ${evidence.number}, ${fixed(evidence.celsius, 0)} °C`;
  }
};
