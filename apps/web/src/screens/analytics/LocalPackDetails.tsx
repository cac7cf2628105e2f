import { useMemo, useState } from 'react';
import { Alert, Button, Progress } from 'antd';
import { Link } from 'react-router-dom';
import { packFigures } from '@batbot/core/analysis';
import {
  assetsOf,
  loggedChanges,
  serialKey,
  type Asset,
  type Workspace,
} from '@batbot/core/workspace';
import { useCore } from '../../react/core-context.tsx';
import { sessionPaths } from '../../react/paths.ts';
import { useLive } from '../../react/use-live.ts';
import { counted, dateTimeText, stopwatchText } from '../../text/format.ts';
import { Menu } from '../controls/Menu.tsx';
import type { ChartMark } from '../charts/plot.ts';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { exportPack, type ExportForm } from './export-pack.ts';
import { factsOf, type LocalPack } from './local-packs.ts';
import { sampleCount } from './metric-cards.ts';
import { PackFindings } from './PackFindings.tsx';
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
      {state.text !== undefined && (
        <ProblemAlert help="sessionUnreadable" type="warning" title={state.text} />
      )}
    </>
  );
};

/** Returns the installs and repairs of a pack as marks of its trend. */
const marksOf = (
  workspace: Workspace | undefined,
  asset: Asset | undefined,
  rows: Workspace['rows$']['value'],
): readonly ChartMark[] =>
  workspace === undefined || asset === undefined
    ? []
    : loggedChanges(rows)
        .filter(({ assetId, kind }) => assetId === asset.id && kind === 'reportInstall')
        .map(({ at }) => ({ at: at / 1_000, label: 'Firmware' }));

interface DetailsProps {
  readonly pack: LocalPack;
  readonly asset: Asset | undefined;
  readonly marks: readonly ChartMark[];
}

const Details = ({ pack, asset, marks }: DetailsProps) => {
  const facts = useMemo(() => factsOf(asset), [asset]);
  const { figures, done, failed } = useFigures(pack.sessions, facts);
  const found = useMemo(() => packFigures(figures), [figures]);
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
  const marks = useMemo(() => marksOf(workspace, asset, rows), [workspace, asset, rows]);
  return <Details pack={pack} asset={asset} marks={marks} />;
};

const NO_MARKS: readonly ChartMark[] = [];

/** The analysis of the recordings that this browser has of a pack. Its asset, if it is known, adds facts and marks. */
export const LocalPackDetails = ({
  pack,
  workspace,
}: {
  readonly pack: LocalPack;
  readonly workspace: Workspace | undefined;
}) =>
  workspace === undefined ? (
    <Details pack={pack} asset={undefined} marks={NO_MARKS} />
  ) : (
    <WithAsset pack={pack} workspace={workspace} />
  );
