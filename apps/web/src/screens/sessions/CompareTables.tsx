import { deltaLevel, type ComparedCell, type Comparison } from '@batbot/core';
import { fixed, signed } from '../../text/format.ts';
import { GLYPHS } from '../../text/glyphs.ts';
import { COMPARED } from './texts.ts';

const volts = (value: number | null): string => fixed(value, 3);
/** Returns the decimals of temperatures, which devices report in whole degrees or tenths. */
const degreeDigits = (...values: readonly (number | null | undefined)[]): number =>
  values.every((value) => Number.isInteger(value ?? 0)) ? 0 : 1;

/** A bar whose width is the share of the largest change. */
const DeltaBar = ({
  delta,
  largest,
}: {
  readonly delta: number | null;
  readonly largest: number;
}) => (
  <span className="delta-bar" aria-hidden>
    {delta !== null && delta !== 0 && (
      <span
        className={delta > 0 ? 'delta-bar__up' : 'delta-bar__down'}
        style={{ width: `${(Math.abs(delta) / largest) * 50}%` }}
      />
    )}
  </span>
);

const Off = ({ millivolts }: { readonly millivolts: number | null }) => {
  const level = millivolts === null ? 'good' : deltaLevel(millivolts);
  return (
    <td
      className={level === 'good' ? undefined : `tone-${level}`}
      style={level === 'act' ? { fontWeight: 600 } : {}}
    >
      {level !== 'good' && <span aria-hidden>{GLYPHS[level]} </span>}
      {signed(millivolts, 0)}
    </td>
  );
};

export const PackTable = ({ values }: Pick<Comparison, 'values'>) => (
  <table className="compare__table">
    <caption>Pack</caption>
    <thead>
      <tr>
        <th scope="col">Value</th>
        <th scope="col">Before</th>
        <th scope="col">After</th>
        <th scope="col">Change</th>
      </tr>
    </thead>
    <tbody>
      {values.map(({ value, before, after, delta }) => {
        const [name, unit, known] = COMPARED[value];
        const digits = unit === '°C' ? degreeDigits(before, after) : known;
        return (
          <tr key={value}>
            <th scope="row">
              {name} <span className="muted">{unit}</span>
            </th>
            <td>{fixed(before, digits)}</td>
            <td>{fixed(after, digits)}</td>
            <td>{signed(delta, digits)}</td>
          </tr>
        );
      })}
    </tbody>
  </table>
);

const CellRow = ({
  cell,
  largest,
  isMost,
}: {
  readonly cell: ComparedCell;
  readonly largest: number;
  readonly isMost: boolean;
}) => (
  <tr className={isMost ? 'compare__most' : undefined}>
    <th scope="row">
      {cell.number}
      {isMost && <span className="muted"> largest relative change</span>}
    </th>
    <td>{volts(cell.before)}</td>
    <td>{volts(cell.after)}</td>
    <td>{signed(cell.delta, 0)}</td>
    <td className="compare__bar">
      <DeltaBar delta={cell.delta} largest={largest} />
    </td>
    <Off millivolts={cell.offBefore} />
    <Off millivolts={cell.offAfter} />
  </tr>
);

export const CellsTable = ({ cells, mostMoved }: Pick<Comparison, 'cells' | 'mostMoved'>) => {
  const largest = Math.max(1, ...cells.map(({ delta }) => Math.abs(delta ?? 0)));
  return (
    <table className="compare__table">
      <caption>Cells</caption>
      <thead>
        <tr>
          <th scope="col">Cell</th>
          <th scope="col">Before V</th>
          <th scope="col">After V</th>
          <th scope="col">Change mV</th>
          <th className="compare__bar" aria-hidden />
          <th scope="col">Deviation before mV</th>
          <th scope="col">Deviation after mV</th>
        </tr>
      </thead>
      <tbody>
        {cells.map((cell) => (
          <CellRow
            key={cell.number}
            cell={cell}
            largest={largest}
            isMost={cell.number === mostMoved && cells.length > 1}
          />
        ))}
      </tbody>
    </table>
  );
};

export const TemperaturesTable = ({ temperatures }: Pick<Comparison, 'temperatures'>) => (
  <table className="compare__table">
    <caption>Temperatures</caption>
    <thead>
      <tr>
        <th scope="col">Sensor</th>
        <th scope="col">Before °C</th>
        <th scope="col">After °C</th>
        <th scope="col">Change °C</th>
      </tr>
    </thead>
    <tbody>
      {temperatures.map(({ number, before, after, delta }) => {
        const digits = degreeDigits(before, after);
        return (
          <tr key={number}>
            <th scope="row">{number}</th>
            <td>{fixed(before, digits)}</td>
            <td>{fixed(after, digits)}</td>
            <td>{signed(delta, digits)}</td>
          </tr>
        );
      })}
    </tbody>
  </table>
);
