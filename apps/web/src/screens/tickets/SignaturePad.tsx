import { useState, type PointerEvent } from 'react';
import { Button, Flex, Form, Input } from 'antd';
import { plainLine } from '@batbot/core';
import { addEntry, type Signature } from '@batbot/core/tickets';
import { ChangeDialog } from '../workspace/ChangeDialog.tsx';

const WIDTH = 440;
const HEIGHT = 160;
/** Points that are closer than this are left out, in pixels. */
const LEAST_STEP = 2;
/** Maximum number of coordinates of a signature, far below the server's limit for an entry. */
const MOST_COORDINATES = 8_000;

const pathOf = (stroke: readonly number[]): string => {
  const points: string[] = [];
  for (let index = 0; index + 1 < stroke.length; index += 2) {
    points.push(`${stroke[index]} ${stroke[index + 1]}`);
  }
  // A single point is a dot.
  return points.length === 1 ? `M${points[0]} h0.1` : `M${points.join(' L')}`;
};

const Lines = ({ strokes }: Pick<Signature, 'strokes'>) =>
  strokes.map((stroke, index) => <path key={index} d={pathOf(stroke)} />);

/** Shows a signature as lines, sharp on screen and paper. */
export const SignatureView = ({ signature }: { readonly signature: Signature }) => (
  <svg
    className="ticket-signature"
    viewBox={`0 0 ${signature.width} ${signature.height}`}
    role="img"
    aria-label={`Signature of ${signature.name}`}
  >
    <Lines strokes={signature.strokes} />
  </svg>
);

/** Takes a signature with pen, finger or mouse, and the name of the person who signs. */
export const SignatureDialog = ({
  ticketId,
  onClose,
}: {
  readonly ticketId: string;
  readonly onClose: () => void;
}) => {
  const [name, setName] = useState('');
  const [strokes, setStrokes] = useState<number[][]>([]);
  const add = ({ clientX, clientY, currentTarget }: PointerEvent, isFirst: boolean): void => {
    const box = currentTarget.getBoundingClientRect();
    const x = Math.round(((clientX - box.left) * WIDTH) / box.width);
    const y = Math.round(((clientY - box.top) * HEIGHT) / box.height);
    setStrokes((before) => {
      const last = isFirst ? [] : (before.at(-1) ?? []);
      const [beforeX = Infinity, beforeY = Infinity] = last.slice(-2);
      const isNear = Math.hypot(x - beforeX, y - beforeY) < LEAST_STEP;
      if (isNear || before.flat().length >= MOST_COORDINATES) return before;
      return [...(isFirst ? before : before.slice(0, -1)), [...last, x, y]];
    });
  };
  const signed = { name: plainLine(name), width: WIDTH, height: HEIGHT, strokes };
  return (
    <ChangeDialog
      onClose={onClose}
      title="Signature"
      okText="Add signature"
      isReady={signed.name !== '' && strokes.length > 0}
      missing={
        signed.name === '' ? 'Enter the name of the person who signs.' : 'Draw the signature.'
      }
      change={() => addEntry(ticketId, 'SIGNATURE', signed, { id: crypto.randomUUID() })}
    >
      <Form layout="vertical" component="div">
        <Form.Item label="Name" htmlFor="signature-name">
          <Input
            id="signature-name"
            maxLength={80}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </Form.Item>
        <Form.Item label="Sign here">
          <Flex vertical gap={8} align="start">
            <svg
              className="ticket-signature ticket-signature--field"
              viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
              role="img"
              aria-label="Field for the signature: draw with pen, finger or mouse"
              onPointerDown={(event) => {
                event.currentTarget.setPointerCapture(event.pointerId);
                add(event, true);
              }}
              onPointerMove={(event) => {
                if (event.currentTarget.hasPointerCapture(event.pointerId)) add(event, false);
              }}
            >
              <Lines strokes={strokes} />
            </svg>
            <Button size="small" disabled={strokes.length === 0} onClick={() => setStrokes([])}>
              Clear
            </Button>
          </Flex>
        </Form.Item>
      </Form>
    </ChangeDialog>
  );
};
