import { useCallback, useMemo } from 'react';
import { ok } from '@batbot/core';
import { FLEET_METRICS, fleetCard, type ComparedValues } from './fleet-metrics.ts';
import { MetricCards } from './MetricCards.tsx';
import { useReadyWorkspace } from '../workspace/use-workspace.ts';
import { FAULTS } from './faults.ts';
import { useAnswer } from '../workspace/use-answer.ts';

/** This pack within the packs of its model that the server has measured. Without a known model: within all packs. */
export const PackInFleet = ({
  model,
  values,
}: {
  readonly model: string | undefined;
  readonly values: ComparedValues;
}) => {
  const { fleet } = useReadyWorkspace();
  const [answer] = useAnswer(
    useCallback(async () => {
      const stats = await Promise.all(FLEET_METRICS.map(({ value }) => fleet(value, { model })));
      return (
        stats.find((each) => !each.ok) ?? ok(stats.flatMap((each) => (each.ok ? each.value : [])))
      );
    }, [fleet, model]),
  );
  const cards = useMemo(
    () =>
      answer?.ok === true
        ? FLEET_METRICS.flatMap((metric, index) => {
            const stat = answer.value[index];
            return stat === undefined ? [] : [fleetCard(metric, values[metric.value], stat)];
          })
        : [],
    [answer, values],
  );
  return (
    <section aria-label="In its fleet">
      <h3>
        {model === undefined
          ? 'Among all packs on the server'
          : `Among the ${model} packs on the server`}
      </h3>
      {answer === undefined && <p role="status">…</p>}
      {answer?.ok === false && <p role="status">{FAULTS[answer.error.kind]}</p>}
      {cards.length > 0 && <MetricCards label="In its fleet" cards={cards} />}
    </section>
  );
};
