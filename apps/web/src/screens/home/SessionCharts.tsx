import { memo } from 'react';
import type { Live, SampleSeries } from '@batbot/core';
import { useLive } from '../../react/use-live.ts';
import { LazyPackCharts } from '../charts/LazyPackCharts.tsx';

/** The pack over this connection; drawn anew for each reply, not for each step of its age. */
export const SessionCharts = memo(({ history$ }: { readonly history$: Live<SampleSeries> }) => (
  <section className="panel">
    <h2>This session</h2>
    <LazyPackCharts series={useLive(history$)} height={150} />
  </section>
));
