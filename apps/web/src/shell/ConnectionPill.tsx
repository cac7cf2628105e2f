import type { Connection, DisconnectCause } from '@batbot/core';
import { useCore } from '../react/core-context.tsx';
import { useLive } from '../react/use-live.ts';
import { ageText, countText } from '../text/format.ts';

type Tone = 'idle' | 'busy' | 'good' | 'watch' | 'act';

const CAUSES: Readonly<Record<DisconnectCause['kind'], string | undefined>> = {
  never: undefined,
  user: undefined,
  notChosen: 'no port chosen',
  unplugged: 'the device was unplugged',
  readError: 'the line failed',
  openFailed: 'the port did not open',
  released: 'the page was left',
  openElsewhere: 'open in another tab',
  takenOver: 'another tab took the device',
};

const causeText = (cause: DisconnectCause): string | undefined =>
  cause.kind === 'openFailed' && cause.busy ? 'the port is busy' : CAUSES[cause.kind];

const GLYPHS: Readonly<Record<Exclude<Tone, 'busy'>, string>> = {
  idle: '○',
  good: '●',
  watch: '▲',
  act: '✕',
};

interface PillText {
  readonly tone: Tone;
  readonly state: string;
  readonly details: readonly string[];
}

/** A device that is asked nothing owes no reply: only a command left unanswered is worth a look, not the age. */
const pillText = (
  connection: Connection,
  ageMs: number | undefined,
  unanswered: number,
): PillText => {
  switch (connection.kind) {
    case 'disconnected': {
      const awaited = connection.awaited && `waiting for ${connection.awaited.label} to come back`;
      const cause = awaited ?? causeText(connection.cause);
      const isFault = ['unplugged', 'readError', 'openFailed'].includes(connection.cause.kind);
      return {
        tone: isFault ? 'act' : 'idle',
        state: 'Disconnected',
        details: cause === undefined ? [] : [cause],
      };
    }
    case 'connecting':
      return {
        tone: 'busy',
        state: connection.stage === 'choosing' ? 'Choose a port …' : 'Opening the port …',
        details: [],
      };
    case 'disconnecting':
      return { tone: 'busy', state: 'Disconnecting …', details: [connection.device.label] };
    case 'connected': {
      return {
        tone: unanswered > 0 ? 'watch' : 'good',
        state: 'Connected',
        details: [
          connection.device.label,
          `${connection.baudRate} baud`,
          ...(unanswered > 0 ? [`${countText(unanswered)} unanswered`] : []),
          ageMs === undefined ? 'no reply yet' : `reply ${ageText(ageMs)} ago`,
        ],
      };
    }
  }
};

/** State, device, baud rate, the age of the last reply and how many commands have had none since. */
export const ConnectionPill = ({ connection }: { readonly connection: Connection }) => {
  const { link } = useCore();
  const ageMs = useLive(link.replyAge$);
  const unanswered = useLive(link.unanswered$);
  const { tone, state, details } = pillText(connection, ageMs, unanswered);
  return (
    <div className={`pill pill--${tone}`} title={[state, ...details].join(' · ')}>
      {tone === 'busy' ? (
        <span className="spinner" aria-hidden />
      ) : (
        <span className="pill__glyph" aria-hidden>
          {GLYPHS[tone]}
        </span>
      )}
      <span className="pill__state" role="status">
        {state}
      </span>
      {details.map((detail, index) => (
        <span className="pill__detail tabular" key={index}>
          {detail}
        </span>
      ))}
    </div>
  );
};
