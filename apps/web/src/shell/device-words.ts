import type { Connection, DisconnectCause } from '@batbot/core';
import { ageText, countText } from '../text/format.ts';

export type ChipTone = 'idle' | 'busy' | 'good' | 'watch' | 'act';

export interface ChipText {
  readonly tone: ChipTone;
  /** The state of the connection, for screen readers and the popover. */
  readonly state: string;
  /** The main text of the chip: the device, or the state if no device is connected. */
  readonly name: string;
  /** The details, most important first: a narrow chip cuts the last ones first. */
  readonly details: readonly string[];
}

const CAUSES: Readonly<Record<DisconnectCause['kind'], string | undefined>> = {
  never: undefined,
  user: undefined,
  notChosen: 'no port chosen',
  unplugged: 'unplugged',
  readError: 'read error',
  openFailed: 'the port did not open',
  released: 'the page was left',
  openElsewhere: 'open in another tab',
  takenOver: 'taken over by another tab',
};

const FAULTS = new Set<DisconnectCause['kind']>(['unplugged', 'readError', 'openFailed']);

/**
 * Describes the connection in a few words. Unanswered commands cause the warning, not the age of the last reply: a
 * device that receives no commands owes no reply [LINK-116].
 */
export const chipText = (
  connection: Connection,
  serial: string | undefined,
  ageMs: number | undefined,
  unanswered: number,
): ChipText => {
  switch (connection.kind) {
    case 'disconnected': {
      const { awaited, cause } = connection;
      const reason = cause.kind === 'openFailed' && cause.busy ? 'port busy' : CAUSES[cause.kind];
      return {
        tone: FAULTS.has(cause.kind) ? 'act' : 'idle',
        state: 'Disconnected',
        name: awaited === undefined ? 'Disconnected' : `Waiting for ${awaited.label}`,
        details: reason === undefined ? [] : [reason],
      };
    }
    case 'connecting': {
      const state = connection.stage === 'choosing' ? 'Choose a port…' : 'Opening the port…';
      return { tone: 'busy', state, name: state, details: [] };
    }
    case 'disconnecting':
      return { tone: 'busy', state: 'Disconnecting…', name: 'Disconnecting…', details: [] };
    case 'connected': {
      const { device } = connection;
      const make = device.linkId === 'simulated' ? 'Simulated SN' : 'SN';
      return {
        tone: unanswered > 0 ? 'watch' : 'good',
        state: 'Connected',
        name: serial === undefined ? device.label : `${make} ${serial}`,
        details: [
          ...(unanswered > 0 ? [`${countText(unanswered)} unanswered`] : []),
          ageMs === undefined ? 'no reply yet' : ageText(ageMs),
        ],
      };
    }
  }
};
