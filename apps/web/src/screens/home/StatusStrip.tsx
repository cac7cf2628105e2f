import type { Connection, Freshness, LinkHealth, LiveData } from '@batbot/core';

const FRESHNESS: Readonly<Record<Freshness, { readonly glyph: string; readonly word: string }>> = {
  fresh: { glyph: '●', word: 'Live' },
  late: { glyph: '▲', word: 'Late' },
  stale: { glyph: '▲', word: 'Stale' },
  expired: { glyph: '✕', word: 'Too old to show' },
};

interface Props {
  readonly connection: Extract<Connection, { readonly kind: 'connected' }>;
  readonly data: LiveData;
  readonly health: LinkHealth;
}

interface ItemProps {
  readonly name: string;
  readonly text: string;
  readonly kind?: 'device' | 'figure';
}

const Item = ({ name, text, kind = 'figure' }: ItemProps) => (
  <div className={`strip__item strip__item--${kind}`}>
    <span className="strip__name" aria-hidden>
      {name}
    </span>
    <span className="tabular" role="group" aria-label={name}>
      {text}
    </span>
  </div>
);

const Age = ({ data }: { readonly data: LiveData }) => {
  if (data.kind === 'none') return <Item name="Data" text="none yet" />;
  const { glyph, word } = FRESHNESS[data.freshness];
  const seconds = Math.floor(data.ageMs / 1_000);
  return (
    <div className="strip__item strip__age" data-freshness={data.freshness}>
      <span aria-hidden>{glyph}</span>
      <span role="status">{word}</span>
      <span className="strip__seconds tabular" role="group" aria-label="Age of data">
        {seconds} s
      </span>
    </div>
  );
};

const troubles = ({ rejected, timeouts, skipped, held }: LinkHealth): string =>
  [
    [rejected, 'rejected'] as const,
    [timeouts, 'unanswered'] as const,
    [skipped, 'skipped'] as const,
    [held, held === 1 ? 'outlier held' : 'outliers held'] as const,
  ]
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(', ');

/** Whether what is below may be believed: connection, age of the data, health of the link. */
export const StatusStrip = ({ connection, data, health }: Props) => {
  const { answeredOfLast, sentOfLast, roundTripMs } = health;
  const trouble = troubles(health);
  return (
    <div className="strip">
      <Age data={data} />
      <Item
        name="Device"
        kind="device"
        text={`${connection.device.label}, ${connection.baudRate} baud`}
      />
      <Item
        name="Polls answered"
        text={sentOfLast === 0 ? '—' : `${answeredOfLast} of last ${sentOfLast}`}
      />
      <Item
        name="Round trip"
        text={roundTripMs === undefined ? '—' : `${Math.round(roundTripMs)} ms`}
      />
      {trouble !== '' && (
        <div className="strip__item strip__trouble tabular" role="group" aria-label="Polls lost">
          <span aria-hidden>▲ </span>
          {trouble}
        </div>
      )}
    </div>
  );
};
