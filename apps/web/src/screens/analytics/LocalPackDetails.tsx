import { useMemo, useState } from 'react';
import { Alert, Button, Flex, Progress } from 'antd';
import { firstLine, LEAST_OVERLAP_S, packFigures, type PackFigures } from '@batbot/core/analysis';
import { assetsOf, assetWithSerial } from '@batbot/core/workspace';
import { useCore, useServices } from '../../react/core-context.tsx';
import { useLive, useLivePart } from '../../react/use-live.ts';
import { counted, spanText, startText, stopwatchText } from '../../text/format.ts';
import { Menu } from '../controls/Menu.tsx';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { SessionLink } from '../controls/SessionLink.tsx';
import { useHistory } from '../workspace/use-history.ts';
import { useRows } from '../workspace/use-workspace.ts';
import { CellMap } from './CellMap.tsx';
import { exportPack, type ExportForm } from './export-pack.ts';
import { valuesOfTrend } from './fleet-metrics.ts';
import { factsOf, type LocalPack } from './local-packs.ts';
import { cellMetrics, measuredText, metricCards, sampleCount } from './metric-cards.ts';
import { MetricCards } from './MetricCards.tsx';
import { marksOf } from './pack-marks.ts';
import { PackInFleet } from './PackInFleet.tsx';
import { Trend } from './Trend.tsx';
import { useFigures } from './use-figures.ts';

const LEVELS = { act: 'warning', fine: 'success', unknown: 'info' } as const;

const ExportMenu = ({ pack, cells }: { readonly pack: LocalPack; readonly cells: number }) => {
  const { recording } = useCore();
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly text?: string }>({
    isBusy: false,
  });
  const run = async (form: ExportForm): Promise<void> => {
    setState({ isBusy: true });
    const failed = await exportPack(recording, pack.sessions, pack.name, form);
    setState({
      isBusy: false,
      ...(failed === 0 ? {} : { text: `${counted(failed, 'recording')} could not be read.` }),
    });
  };
  const items = [
    { key: 'pack', label: 'Pack (BDF CSV)' },
    {
      key: 'cells',
      label: 'One cell (BDF CSV)',
      children: Array.from({ length: cells }, (_, cell) => ({
        key: String(cell),
        label: `Cell ${cell + 1}`,
      })),
    },
    { key: 'parquet', label: 'All values (Parquet)' },
  ];
  return (
    <>
      <Menu
        menu={{
          items,
          onClick: ({ key }) => {
            const cell = key === 'pack' ? undefined : Number(key);
            void run(key === 'parquet' ? { kind: 'parquet' } : { kind: 'bdf', cell });
          },
        }}
      >
        <Button loading={state.isBusy}>Export history</Button>
      </Menu>
      <ProblemAlert help="sessionUnreadable" type="warning" title={state.text} />
    </>
  );
};

/** Returns the asset of a pack, if it is known, and what was done to the pack. */
const useAsset = (key: string | undefined) => {
  const [rows, items] = useRows();
  const asset = useMemo(() => assetWithSerial(assetsOf(rows, items), key), [rows, items, key]);
  const { rows: history } = useHistory('asset', asset?.id);
  const marks = useMemo(() => marksOf(history, asset?.id), [history, asset?.id]);
  return { asset, marks };
};

const SharedTime = ({ pack }: { readonly pack: PackFigures }) => {
  const { leftOut, overlapS } = pack;
  return (
    <>
      {leftOut > 0 && (
        <p className="hint">
          Without {counted(leftOut, 'recording')} of a time that another recording covers.
        </p>
      )}
      {overlapS >= LEAST_OVERLAP_S && (
        <p className="hint">
          Recordings overlap by {spanText(overlapS * 1_000)}: the cycles and the time outside of
          limits count this time twice. Above 10 % of the time they are not shown.
        </p>
      )}
    </>
  );
};

/** The analysis of the recordings that this browser has of a pack. Its asset, if it is known, adds facts and marks. */
export const LocalPackDetails = ({ pack }: { readonly pack: LocalPack }) => {
  const workspace = useLive(useServices().workspace$);
  const runningId = useLivePart(useCore().recording.state$, (state) =>
    state.kind === 'recording' ? state.info.id : undefined,
  );
  const isRunning = pack.sessions.some(({ id }) => id === runningId);
  const { asset, marks } = useAsset(pack.serial);
  const facts = useMemo(() => factsOf(asset, pack.isOneOfSeveral), [asset, pack.isOneOfSeveral]);
  const { figures, done, failed, at: now } = useFigures(pack.sessions, facts, runningId);
  const found = useMemo(() => packFigures(figures, now), [figures, now]);
  const dated = useMemo(() => found.trend.filter(({ at }) => at <= now), [found, now]);
  const line = useMemo(() => firstLine(found), [found]);
  const cards = useMemo(() => metricCards(found), [found]);
  const metrics = useMemo(() => cellMetrics(found), [found]);
  const values = useMemo(() => valuesOfTrend(found.trend), [found]);
  const total = pack.sessions.length;
  const cells = Math.max(0, ...figures.map(({ places }) => places));
  return (
    <>
      {done < total && (
        <div>
          <p role="status">
            Analysing recording {done + 1} of {total}…
          </p>
          <Progress percent={Math.floor((100 * done) / total)} size="small" />
        </div>
      )}
      {failed > 0 && (
        <ProblemAlert
          help="sessionUnreadable"
          type="warning"
          title={`${counted(failed, 'recording')} could not be read and ${failed === 1 ? 'is' : 'are'} left out.`}
        />
      )}
      {!pack.isIdentified && (
        <Alert
          type="info"
          showIcon
          title="The serial number was not read: these recordings of one device may be of several packs."
        />
      )}
      {done > 0 && (
        <Flex vertical gap={16}>
          <Alert
            type={LEVELS[line.kind]}
            showIcon
            title={line.text}
            description={
              line.at !== undefined &&
              `Measured ${measuredText(line.at)}. Later recordings have not enough data, so a repair since then does not show.`
            }
          />
          <p className="hint">
            {counted(figures.length, 'recording')}, {counted(sampleCount(figures), 'sample')}.
            Analysed on this computer.
            {isRunning && ' The running recording is analysed in full when it has ended.'}
          </p>
          <SharedTime pack={found} />
          <MetricCards label="Metrics" cards={cards} />
          <section aria-label="Cells">
            <h3>Cells</h3>
            <CellMap metrics={metrics} />
          </section>
          <section aria-label="Trend">
            <h3>Trend</h3>
            <Trend trend={dated} marks={marks} />
            {dated.length < found.trend.length && (
              <p className="hint">Without the recordings whose date is uncertain.</p>
            )}
          </section>
        </Flex>
      )}
      {done === total && workspace !== undefined && (
        <PackInFleet model={asset?.model} values={values} />
      )}
      <h3>Recordings</h3>
      <ul>
        {pack.sessions.map(({ id, startedAt, durationMs }) => (
          <li key={id}>
            <SessionLink id={id}>{startText(startedAt)}</SessionLink>, {stopwatchText(durationMs)}
          </li>
        ))}
      </ul>
      <ExportMenu pack={pack} cells={cells} />
    </>
  );
};
