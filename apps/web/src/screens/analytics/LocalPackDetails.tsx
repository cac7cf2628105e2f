import { useMemo, useState } from 'react';
import { Alert, Button, Progress } from 'antd';
import { Link } from 'react-router-dom';
import { packFigures } from '@batbot/core/analysis';
import { assetsOf, serialKey, type Asset, type Workspace } from '@batbot/core/workspace';
import { useCore } from '../../react/core-context.tsx';
import { sessionPaths } from '../../react/paths.ts';
import { useLive } from '../../react/use-live.ts';
import { counted, dateTimeText, stopwatchText } from '../../text/format.ts';
import { Menu } from '../controls/Menu.tsx';
import type { ChartMark } from '../charts/plot.ts';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { useHistory } from '../workspace/Timeline.tsx';
import { exportPack, type ExportForm } from './export-pack.ts';
import { factsOf, type LocalPack } from './local-packs.ts';
import { sampleCount } from './metric-cards.ts';
import { valuesOfPack } from './fleet-metrics.ts';
import { marksOf } from './pack-marks.ts';
import { PackFindings } from './PackFindings.tsx';
import { PackInFleet } from './PackInFleet.tsx';
import { useFigures } from './use-figures.ts';

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

interface DetailsProps {
  readonly pack: LocalPack;
  readonly asset: Asset | undefined;
  readonly marks: readonly ChartMark[];
  readonly workspace: Workspace | undefined;
}

const Details = ({ pack, asset, marks, workspace }: DetailsProps) => {
  const facts = useMemo(() => factsOf(asset), [asset]);
  const { figures, done, failed } = useFigures(pack.sessions, facts);
  const found = useMemo(() => packFigures(figures), [figures]);
  const values = useMemo(() => valuesOfPack(found), [found]);
  const total = pack.sessions.length;
  const cells = Math.max(0, ...figures.map((each) => each.cells));
  return (
    <>
      {done < total && (
        <div>
          <p role="status">
            Analysing recording {done + 1} of {total} …
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
        <PackFindings pack={found} marks={marks}>
          <p className="analytics__note">
            {counted(figures.length, 'recording')}, {counted(sampleCount(figures), 'sample')}.
            Analysed on this computer.
          </p>
        </PackFindings>
      )}
      {done === total && workspace !== undefined && (
        <PackInFleet workspace={workspace} model={asset?.model} values={values} />
      )}
      <h3>Recordings</h3>
      <ul>
        {pack.sessions.map(({ id, startedAt, durationMs }) => (
          <li key={id}>
            <Link to={sessionPaths('home').details(id)}>{dateTimeText(startedAt)}</Link>,{' '}
            {stopwatchText(durationMs)}
          </li>
        ))}
      </ul>
      <ExportMenu pack={pack} cells={cells} />
    </>
  );
};

const WithMarks = ({
  asset,
  workspace,
  ...same
}: Omit<DetailsProps, 'marks'> & { readonly asset: Asset; readonly workspace: Workspace }) => {
  const rows = useHistory(workspace, 'asset', asset.id);
  const marks = useMemo(() => marksOf(rows, asset.id), [rows, asset.id]);
  return <Details {...same} asset={asset} workspace={workspace} marks={marks} />;
};

const NO_MARKS: readonly ChartMark[] = [];

const WithAsset = ({
  pack,
  workspace,
}: {
  readonly pack: LocalPack;
  readonly workspace: Workspace;
}) => {
  const rows = useLive(workspace.rows$);
  const items = useLive(workspace.outbox.items$);
  const asset = useMemo(
    () => assetsOf(rows, items).find(({ serial }) => serialKey(serial) === pack.key),
    [rows, items, pack.key],
  );
  return asset === undefined ? (
    <Details pack={pack} asset={asset} workspace={workspace} marks={NO_MARKS} />
  ) : (
    <WithMarks pack={pack} asset={asset} workspace={workspace} />
  );
};

/** The analysis of the recordings that this browser has of a pack. Its asset, if it is known, adds facts and marks. */
export const LocalPackDetails = ({
  pack,
  workspace,
}: {
  readonly pack: LocalPack;
  readonly workspace: Workspace | undefined;
}) =>
  workspace === undefined ? (
    <Details pack={pack} asset={undefined} workspace={undefined} marks={NO_MARKS} />
  ) : (
    <WithAsset pack={pack} workspace={workspace} />
  );
