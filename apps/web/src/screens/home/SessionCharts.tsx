import { memo, useMemo } from 'react';
import type { Live, SampleSeries } from '@batbot/core';
import type { AlarmPlan } from '@batbot/core/alarms';
import { useLive } from '../../react/use-live.ts';
import { chartLimitsOf } from './alarm-marks.ts';
import { LazyPackCharts } from '../charts/LazyPackCharts.tsx';

interface Props {
  readonly history$: Live<SampleSeries>;
  readonly plan$: Live<AlarmPlan>;
}

/** The pack over this connection, and its limits; drawn anew for each reply, not for each step of its age. */
export const SessionCharts = memo(({ history$, plan$ }: Props) => {
  const plan = useLive(plan$);
  const limits = useMemo(() => chartLimitsOf(plan.limits), [plan]);
  return (
    <section className="panel">
      <h2>This session</h2>
      <LazyPackCharts series={useLive(history$)} limits={limits} height={150} />
    </section>
  );
});
SessionCharts.displayName = 'SessionCharts';
