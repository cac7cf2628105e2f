import { Button } from 'antd';
import { LINE_ERROR_NAMES, type LineCountersController } from '@batbot/core';
import { useLive } from '../../../react/use-live.ts';
import { bytesText, clockText, counted, DASH } from '../../../text/format.ts';
import { ERROR_WORDS, errorCount } from './line-words.ts';

const clockTime = (at: number | undefined): string => (at === undefined ? DASH : clockText(at));

/** Bytes and errors since the last reset. */
export const LineCountersTable = ({ counting }: { readonly counting: LineCountersController }) => {
  const counters = useLive(counting.counters$);
  const { received, sent, errors, reconnects } = counters;
  const failures = LINE_ERROR_NAMES.filter((name) => errors[name] > 0);
  return (
    <section className="line__part" aria-labelledby="line-counters">
      <div className="line__row">
        <h3 id="line-counters" className="line__title">
          Counters
        </h3>
        <Button
          type="text"
          aria-label="Reset counters"
          title="Counts again from zero; the connection stays open"
          onClick={counting.reset}
        >
          Reset
        </Button>
      </div>
      <table className="line__table tabular">
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Direction</span>
            </th>
            <th scope="col">Bytes</th>
            <th scope="col">Rate</th>
          </tr>
        </thead>
        <tbody>
          {(
            [
              ['Received', received],
              ['Sent', sent],
            ] as const
          ).map(([name, flow]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td title={counted(flow.bytes, 'byte')}>{bytesText(flow.bytes)}</td>
              <td>{bytesText(flow.bytesPerSecond)}/s</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="line__facts tabular">
        <dt>Connected since</dt>
        <dd>{clockTime(counters.connectedSince)}</dd>
        <dt>Reconnects</dt>
        <dd>{reconnects}</dd>
        <dt>Counted from</dt>
        <dd>{clockTime(counters.countedFrom)}</dd>
        <dt>Errors</dt>
        <dd>{errorCount(counters) === 0 ? 'none' : errorCount(counters)}</dd>
      </dl>
      {failures.length > 0 && (
        <ul className="line__errors tabular" aria-label="Errors by name">
          {failures.map((name) => (
            <li key={name}>
              <span aria-hidden>▲ </span>
              {errors[name]} {ERROR_WORDS[name][errors[name] === 1 ? 0 : 1]}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};
