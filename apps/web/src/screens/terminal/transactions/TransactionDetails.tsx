import { counted, spanText } from '../../../text/format.ts';
import { Button, Flex } from 'antd';
import {
  hexRows,
  toHexText,
  unpackBytes,
  type PackedBytes,
  type TransactionRow,
} from '@batbot/core';
import { linesOf, rowText } from './transaction-words.ts';

/** Heights in pixels. The style sheet contains the same values. */
const LINE_PX = 18;
const HEAD_PX = 28;
const FRAME_PX = 64;
const MOST_PX = 320;

interface Part {
  readonly name: string;
  readonly bytes: PackedBytes;
}

const partsOf = ({ wasSent, sent, reply, late, outcome }: TransactionRow): readonly Part[] => [
  { name: wasSent ? 'Sent' : 'Not sent', bytes: sent },
  ...(wasSent
    ? [{ name: outcome === 'timeout' ? 'Received before the timeout' : 'Received', bytes: reply }]
    : []),
  ...(late === undefined
    ? []
    : [{ name: `Late, from ${spanText(late.afterMs)} on`, bytes: late.bytes }]),
];

/** Returns the height of the details, computed before they are rendered. Above the maximum, the details scroll. */
export const detailsPx = (row: TransactionRow, bytesPerRow: number): number => {
  const lines = partsOf(row).map(
    ({ bytes }) => linesOf(bytes).length + Math.ceil(bytes.length / bytesPerRow),
  );
  const all = lines.reduce((sum, each) => sum + each * LINE_PX + HEAD_PX, FRAME_PX);
  return Math.min(MOST_PX, all);
};

const Bytes = ({
  part: { name, bytes },
  bytesPerRow,
}: {
  readonly part: Part;
  readonly bytesPerRow: number;
}) => (
  <section>
    <h3 className="transaction__part-name">
      {name}, {counted(bytes.length, 'byte')}
    </h3>
    <pre className="transaction__lines">{linesOf(bytes).join('\n')}</pre>
    <pre className="transaction__hex muted">
      {hexRows(unpackBytes(bytes), bytesPerRow).map(({ hex, ascii }, index) => (
        <span key={index}>
          {hex}
          <span className="transaction__ascii">{ascii}</span>
          {'\n'}
        </span>
      ))}
    </pre>
  </section>
);

interface Props {
  readonly row: TransactionRow;
  readonly bytesPerRow: number;
  readonly onCopy: (text: string) => void;
}

/** Shows the sent and received bytes of a command, as text and as hex with ASCII. */
export const TransactionDetails = ({ row, bytesPerRow, onCopy }: Props) => (
  <>
    <Flex align="center" gap={8} style={{ height: 40 }}>
      <Button size="small" onClick={() => onCopy(rowText(row))}>
        Copy row
      </Button>
      <Button
        size="small"
        disabled={row.reply.length === 0}
        onClick={() => onCopy(toHexText(unpackBytes(row.reply)))}
      >
        Copy reply as hex
      </Button>
    </Flex>
    {partsOf(row).map((part) => (
      <Bytes key={part.name} part={part} bytesPerRow={bytesPerRow} />
    ))}
  </>
);
