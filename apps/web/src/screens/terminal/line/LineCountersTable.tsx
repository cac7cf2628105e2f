import { Button, Flex } from 'antd';
import { LINE_ERROR_NAMES } from '@batbot/core';
import { useCore } from '../../../react/core-context.tsx';
import { useLive } from '../../../react/use-live.ts';
import { bytesText, clockText, counted, DASH } from '../../../text/format.ts';
import { FactList } from '../../controls/FactList.tsx';
import { ProblemAlert } from '../../controls/ProblemAlert.tsx';
import { ERROR_WORDS, errorCount } from './line-words.ts';

const clockTime = (at: number | undefined): string => (at === undefined ? DASH : clockText(at));

/** Shows the bytes and errors since the last reset. */
export const LineCountersTable = () => {
  const { lineCounters } = useCore();
  const counters = useLive(lineCounters.counters$);
  const { received, sent, errors, reconnects } = counters;
  const failures = LINE_ERROR_NAMES.filter((name) => errors[name] > 0);
  const count = errorCount(counters);
  return (
    <section className="stack stack-8" aria-labelledby="line-counters">
      <Flex align="center" justify="space-between">
        <h3 id="line-counters">Counters</h3>
        <Button
          type="text"
          aria-label="Reset counters"
          title="Counts again from zero; the connection stays open"
          onClick={lineCounters.reset}
        >
          Reset
        </Button>
      </Flex>
      <table className="line__table">
        <thead className="hint">
          <tr>
            <th scope="col">
              <span className="visually-hidden">Direction</span>
            </th>
            <th scope="col">Bytes</th>
            <th scope="col">Rate</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries({ Received: received, Sent: sent }).map(([name, flow]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td title={counted(flow.bytes, 'byte')}>{bytesText(flow.bytes)}</td>
              <td>{bytesText(flow.bytesPerSecond)}/s</td>
            </tr>
          ))}
        </tbody>
      </table>
      <FactList
        facts={[
          ['Connected since', clockTime(counters.connectedSince)],
          ['Reconnects', String(reconnects)],
          ['Counted from', clockTime(counters.countedFrom)],
          ['Errors', count === 0 ? 'none' : count],
        ]}
      />
      {failures.length > 0 && (
        <ProblemAlert
          help="lineFault"
          type="warning"
          title={
            <ul aria-label="Errors by name">
              {failures.map((name) => (
                <li key={name}>
                  <span aria-hidden>▲ </span>
                  {errors[name]} {ERROR_WORDS[name][errors[name] === 1 ? 0 : 1]}
                </li>
              ))}
            </ul>
          }
        />
      )}
    </section>
  );
};
