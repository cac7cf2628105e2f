import { useRef, useState, type PointerEvent } from 'react';
import { Button, Flex, Form, Input } from 'antd';
import { addEntry, type Signature } from '@batbot/core/tickets';
import { ChangeDialog } from '../workspace/ChangeDialog.tsx';

const WIDTH = 440;
const HEIGHT = 160;
/** Points that are closer than this are left out, in pixels. */
const LEAST_STEP = 2;
/** Limit of a signature in coordinates, so that it stays far below the server's limit of an entry. */
const MOST_COORDINATES = 8_000;

const pathOf = (stroke: readonly number[]): string => {
  const points: string[] = [];
  for (let index = 0; index + 1 < stroke.length; index += 2) {
    points.push(`${stroke[index]} ${stroke[index + 1]}`);
  }
  // A single point is a dot.
  return points.length === 1 ? `M${points[0]} h0.1` : `M${points.join(' L')}`;
};

/** Shows a signature as lines, sharp on screen and paper. */
export const SignatureView = ({ signature }: { readonly signature: Signature }) => (
  <svg
    className="ticket-signature"
    viewBox={`0 0 ${signature.width} ${signature.height}`}
    role="img"
    aria-label={`Signature of ${signature.name}`}
  >
    {signature.strokes.map((stroke, index) => (
      <path key={index} d={pathOf(stroke)} />
    ))}
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
  const [strokes, setStrokes] = useState<readonly (readonly number[])[]>([]);
  const canvas = useRef<HTMLCanvasElement>(null);
  const isDrawing = useRef(false);

  const at = ({ clientX, clientY }: PointerEvent): readonly [number, number] => {
    const box = canvas.current?.getBoundingClientRect();
    if (box === undefined) return [0, 0];
    const x = ((clientX - box.left) * WIDTH) / box.width;
    const y = ((clientY - box.top) * HEIGHT) / box.height;
    return [Math.round(x), Math.round(y)];
  };
  const draw = (stroke: readonly number[]): void => {
    const context = canvas.current?.getContext('2d');
    if (!context || !canvas.current) return;
    context.strokeStyle = getComputedStyle(canvas.current).color;
    context.lineWidth = 2;
    context.lineCap = 'round';
    context.stroke(new Path2D(pathOf(stroke.slice(-4))));
  };
  const add = (event: PointerEvent, isFirst: boolean): void => {
    const [x, y] = at(event);
    const last = isFirst ? [] : (strokes.at(-1) ?? []);
    const [beforeX, beforeY] = last.slice(-2);
    const isNear =
      beforeX !== undefined &&
      beforeY !== undefined &&
      Math.hypot(x - beforeX, y - beforeY) < LEAST_STEP;
    if (isNear || strokes.flat().length >= MOST_COORDINATES) return;
    const stroke = [...last, x, y];
    draw(stroke);
    setStrokes([...(isFirst ? strokes : strokes.slice(0, -1)), stroke]);
  };
  const signed = {
    name: name.trim(),
    width: WIDTH,
    height: HEIGHT,
    strokes: strokes.map((stroke) => [...stroke]),
  };
  return (
    <ChangeDialog
      onClose={onClose}
      title="Signature"
      okText="Add signature"
      isReady={signed.name !== '' && strokes.length > 0}
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
            <canvas
              ref={canvas}
              className="ticket-sign"
              width={WIDTH}
              height={HEIGHT}
              role="img"
              aria-label="Field for the signature: draw with pen, finger or mouse"
              onPointerDown={(event) => {
                event.currentTarget.setPointerCapture(event.pointerId);
                isDrawing.current = true;
                add(event, true);
              }}
              onPointerMove={(event) => {
                if (isDrawing.current) add(event, false);
              }}
              onPointerUp={() => {
                isDrawing.current = false;
              }}
              onPointerCancel={() => {
                isDrawing.current = false;
              }}
            />
            <Button
              size="small"
              disabled={strokes.length === 0}
              onClick={() => {
                setStrokes([]);
                canvas.current?.getContext('2d')?.clearRect(0, 0, WIDTH, HEIGHT);
              }}
            >
              Clear
            </Button>
          </Flex>
        </Form.Item>
      </Form>
    </ChangeDialog>
  );
};
