import { useMemo } from 'react';
import {
  withoutValues,
  type CellStep,
  type Connection,
  type HeldValue,
  type Link,
  type Live,
  type PackSample,
  type SampleSeries,
  type Telemetry,
} from '@batbot/core';
import type { Alarms } from '@batbot/core/alarms';
import { useLive } from '../../react/use-live.ts';
import { LineAdvice } from '../controls/LineAdvice.tsx';
import { Widget } from '../controls/Widget.tsx';
import { marksOf, NO_MARKS } from './alarm-marks.ts';
import { HeroCards } from './HeroCards.tsx';
import { Drafted } from './Drafted.tsx';
import { OtherValues } from './OtherValues.tsx';
import { PackView } from './PackView.tsx';
import { Replies } from './Replies.tsx';
import { SessionCharts } from './SessionCharts.tsx';
import { StatusStrip } from './StatusStrip.tsx';
import { Waiting } from './Waiting.tsx';

/** What stands in the cards before the first reply: names and dashes, so that nothing jumps when it comes. */
const NOTHING: PackSample = {
  alarms: [],
  protections: [],
  cellVoltagesV: [],
  temperaturesC: [],
  balancing: [],
};

const NOTHING_HELD: readonly HeldValue[] = [];
const NO_STEPS: readonly CellStep[] = [];

interface Props {
  readonly connection: Extract<Connection, { readonly kind: 'connected' }>;
  readonly link: Link;
  readonly telemetry: Telemetry;
  readonly history$: Live<SampleSeries>;
  readonly alarms: Alarms;
}

/** The connected device's pack. The age changes twice a second; the pack is rendered only for a new reply. */
export const LiveView = ({ connection, link, telemetry, history$, alarms }: Props) => {
  const data = useLive(telemetry.liveData$);
  const health = useLive(telemetry.health$);
  const sample = data.kind === 'sample' ? data.sample : NOTHING;
  const isExpired = data.kind === 'sample' && data.freshness === 'expired';
  const isShown = data.kind === 'sample' && !isExpired;
  const held = isShown ? data.held : NOTHING_HELD;
  const steps = isShown ? data.steps : NO_STEPS;
  const raised = useLive(alarms.raised$);
  const marks = useMemo(() => (isShown ? marksOf(raised) : NO_MARKS), [isShown, raised]);
  const shown = useMemo(() => (isExpired ? withoutValues(sample) : sample), [isExpired, sample]);
  return (
    <>
      <StatusStrip connection={connection} data={data} health={health} />
      <LineAdvice link={link} />
      <div className="home__pack" data-freshness={data.kind === 'sample' ? data.freshness : 'none'}>
        {data.kind === 'none' ? (
          <HeroCards sample={shown} held={held} marks={marks} />
        ) : (
          <PackView sample={shown} held={held} steps={steps} marks={marks} />
        )}
        {isShown && <OtherValues others={data.others} />}
      </div>
      {data.kind === 'sample' && data.understanding.kind === 'draft' && <Drafted />}
      {data.kind === 'sample' && (
        <Widget name="The charts">
          <SessionCharts history$={history$} plan$={alarms.plan$} />
        </Widget>
      )}
      {data.kind === 'none' && <Waiting health={health} baudRate={connection.baudRate} />}
      <Replies
        raw={data.kind === 'sample' ? data.raw : undefined}
        rejection={health.lastRejection}
        lastHeld={health.lastHeld}
      />
    </>
  );
};
