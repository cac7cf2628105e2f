import { Checkbox, Select } from 'antd';
import { printable, toHexText } from '@batbot/core';
import { textOfBytes, type ReadResult } from '@batbot/core/profiles';
import { countText } from '../../text/format.ts';
import { SmallTable } from '../controls/SmallTable.tsx';
import type { LastReply } from './use-replies.ts';
import { valuesRead, type ValueRead } from './values-read.ts';

const MOST_BYTES = 256;
const MOST_REFUSED = 8;

interface Props {
  readonly replies: readonly LastReply[];
  readonly shown: LastReply | undefined;
  readonly result: ReadResult | undefined;
  readonly isLive: boolean;
  readonly onLive: (isLive: boolean) => void;
  readonly onShow: (command: string) => void;
}

const nameOf = (command: string): string =>
  command === '' ? 'Sent by itself' : `Reply to ${printable(command)}`;

const Bytes = ({ bytes }: { readonly bytes: Uint8Array }) => {
  const some = bytes.subarray(0, MOST_BYTES);
  const more = bytes.length > MOST_BYTES ? ` … (${countText(bytes.length)} bytes)` : '';
  return (
    <>
      <pre className="teach__bytes" aria-label="Last bytes as text">
        {textOfBytes(some)
          .split(/\r\n|[\r\n]/)
          .map(printable)
          .join('\n')
          .trim()}
      </pre>
      <pre className="teach__bytes" aria-label="Last bytes in hexadecimal">
        {toHexText(some)}
        {more}
      </pre>
    </>
  );
};

/** Shows the last bytes of the device and the values that the edited profile reads from them. */
export const LiveReading = ({ replies, shown, result, isLive, onLive, onShow }: Props) => {
  // Data that a device sends unsolicited may contain a record several times.
  const latest = new Map(result?.readings.map((each) => [`${each.recordId} ${each.pack}`, each]));
  const values = [...latest.values()].flatMap(valuesRead);
  const refused = result?.refused.slice(-MOST_REFUSED) ?? [];
  return (
    <section className="card stack teach__live" aria-label="Live reading">
      <div className="row teach__head">
        <h2>What this profile reads</h2>
        <Checkbox checked={isLive} onChange={({ target }) => onLive(target.checked)}>
          Live
        </Checkbox>
      </div>
      {shown === undefined ? (
        <p>No reply yet. Connect a device; its last bytes are shown here.</p>
      ) : (
        <>
          <Select
            aria-label="Reply shown"
            value={shown.command}
            options={replies.map(({ command }) => ({ value: command, label: nameOf(command) }))}
            onChange={onShow}
          />
          <Bytes bytes={shown.bytes} />
          {values.length === 0 && refused.length === 0 && (
            <p role="status">The profile reads nothing from these bytes.</p>
          )}
          {refused.map(({ recordId, reason }, index) => (
            <p key={index} className="tone-act">
              <span aria-hidden>✕ </span>Refused{recordId === undefined ? '' : ` (${recordId})`}:{' '}
              {reason}
            </p>
          ))}
          {values.length > 0 && (
            <SmallTable<ValueRead>
              className="teach__table"
              dataSource={values}
              columns={[
                { title: 'Value', dataIndex: 'name', rowScope: 'row' },
                {
                  title: 'Reads',
                  dataIndex: 'text',
                  className: 'tabular',
                  render: (text: string, { name }) => <output aria-label={name}>{text}</output>,
                },
                {
                  title: 'From',
                  render: (_, { from, raw }) =>
                    from !== '' && (
                      <>
                        {from} <code>{printable(raw)}</code>
                      </>
                    ),
                },
              ]}
            />
          )}
        </>
      )}
    </section>
  );
};
