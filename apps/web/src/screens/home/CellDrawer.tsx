import { Button, Drawer } from 'antd';
import { useMemo, useState } from 'react';
import { cellStats, confirmed, millivoltsBetween } from '@batbot/core';
import { limitText, type AlarmLimit } from '@batbot/core/alarms';
import { useCore } from '../../react/core-context.tsx';
import { useLive } from '../../react/use-live.ts';
import { DASH, clockText, measured, signed, withUnit } from '../../text/format.ts';
import { cellChart } from '../charts/chart-lines.ts';
import { LazyLiveCharts } from '../charts/LazyLiveCharts.tsx';
import { NumberField } from '../controls/NumberField.tsx';
import { Facts } from './Facts.tsx';
import { Inferred, Older } from './marks.tsx';
import { decimalsOf, evidenceOf, olderOf, type PackShown } from './pack-shown.ts';

/** Distance of the suggested limit below the lowest seen voltage, so that the limit does not raise an alarm at once. */
const BELOW_MINIMUM_V = 0.01;

const LowLimit = ({ minimumV }: { readonly minimumV: number }) => {
  const { alarms } = useCore();
  const plan = useLive(alarms.plan$);
  const isLow = ({ quantity, side }: AlarmLimit): boolean =>
    quantity === 'cellVoltage' && side === 'low';
  const present = plan.limits.find(isLow);
  const [volts, setVolts] = useState<number | null>(
    present?.value ?? Math.round((minimumV - BELOW_MINIMUM_V) * 1_000) / 1_000,
  );
  const [message, setMessage] = useState('');
  const save = (): void => {
    if (volts === null) return;
    const limit: AlarmLimit = { quantity: 'cellVoltage', side: 'low', value: volts };
    const saved = alarms.save({
      ...plan,
      limits: [...plan.limits.filter((each) => !isLow(each)), limit],
    });
    setMessage(
      saved.ok
        ? `Saved: ${limitText(limit, measured)} for every cell.`
        : `Not saved: the limit ${saved.error.problem}.`,
    );
  };
  return (
    <div className="cell-limit">
      <label>
        Alarm below{' '}
        <NumberField value={volts} step={0.01} precision={3} suffix="V" onChange={setVolts} />
      </label>
      <Button onClick={save} disabled={volts === null}>
        Set limit
      </Button>
      <p role="status">{message === '' ? 'Applies to every cell.' : message}</p>
    </div>
  );
};

interface Props {
  readonly number: number | undefined;
  readonly pack: PackShown;
  readonly isCurrent: boolean;
  readonly onClose: () => void;
}

const Details = ({ number, pack, isCurrent }: Props & { readonly number: number }) => {
  const { verdict } = useCore();
  const { sample, trend } = pack;
  const volts = sample.cellVoltagesV[number - 1] ?? null;
  const isUnread =
    pack.reported !== undefined && (pack.reported.cellVoltagesV[number - 1] ?? null) === null;
  const isOn = sample.balancing?.[number - 1];
  const stats = cellStats(confirmed(sample, pack.held).cellVoltagesV);
  const record = trend.cells.cells[number - 1];
  const spec = useMemo(() => cellChart(number), [number]);
  const digits = decimalsOf(pack, 'cellVoltagesV', 3);
  const own = `cellVoltagesV ${number}`;
  const { x, values } = verdict.series('cells', number);
  return (
    <div className="stack">
      <Facts
        facts={[
          [
            'Voltage',
            volts !== null ? measured(volts, digits, 'V') : isUnread ? 'not read' : DASH,
            <>
              <Inferred
                name={`Cell ${number}`}
                evidence={evidenceOf(pack, `cellVoltagesV ${number}`)}
              />
              <Older byMs={olderOf(pack, pack.olderByMs.has(own) ? own : 'cellVoltagesV')} />
            </>,
          ],
          ['Balancing', isOn === undefined ? DASH : isOn ? 'yes' : 'no'],
          [
            'From average',
            volts === null || stats === undefined
              ? DASH
              : withUnit(signed(millivoltsBetween(stats.averageV, volts), 0), 'mV'),
          ],
          [
            'Lowest',
            `in ${record?.lowestCount ?? 0} of the last ${trend.cells.replies} replies${
              record?.lowestSince === undefined ? '' : `, since ${clockText(record.lowestSince)}`
            }`,
          ],
          [
            'Minimum',
            record?.minimumV === undefined || record.minimumAt === undefined
              ? DASH
              : `${measured(record.minimumV, digits, 'V')} at ${clockText(record.minimumAt)}`,
          ],
          [
            'Sag under load',
            record?.sagMilliohm === undefined
              ? 'unknown until the current changes'
              : `${measured(record.sagMilliohm, 2, 'mΩ')} · typical ${measured(trend.cells.typicalMilliohm, 2, 'mΩ')}`,
          ],
        ]}
      />
      <LazyLiveCharts
        charts={[{ spec, data: { x, y: { cells: values } }, digits }]}
        limits={[]}
        range={undefined}
        onRange={() => undefined}
        isCurrent={isCurrent}
        height={180}
      />
      {record?.minimumV !== undefined && <LowLimit minimumV={record.minimumV} />}
    </div>
  );
};

/** The details of a cell: its history, how often it was the lowest, its sag, and its limit. */
export const CellDrawer = (props: Props) => {
  const { number, onClose } = props;
  return (
    <Drawer
      title={`Cell ${number ?? ''}`}
      size={420}
      open={number !== undefined}
      onClose={onClose}
      destroyOnHidden
    >
      {number !== undefined && <Details {...props} number={number} />}
    </Drawer>
  );
};
