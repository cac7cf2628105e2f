import { useEffect } from 'react';
import { Popover } from 'antd';
import { cleanLine, decodeNative, shortValues, type LogView, type PackSample } from '@batbot/core';
import { fixed } from '../../../text/format.ts';
import { valuesText } from '../transactions/transaction-words.ts';

const PREFIX = '+ADATA:';
/** Maximum number of lines of a labelled reply. */
const MAX_LINES = 64;

/** Decodes the reply that contains this line; undefined if it is not live data of the native dialect. */
export const decodedAt = ({ entry, firstId }: LogView, id: number): PackSample | undefined => {
  const textAt = (at: number): string | undefined => {
    const found = entry(at - firstId);
    if (found?.direction !== 'received') return undefined;
    const text = cleanLine(found.text);
    return text.startsWith(PREFIX) ? text : undefined;
  };
  const lines: string[] = [];
  let at = id;
  while (id - at < MAX_LINES && textAt(at - 1) !== undefined) at -= 1;
  for (let text = textAt(at); text !== undefined && lines.length < MAX_LINES; text = textAt(at)) {
    lines.push(text);
    at += 1;
  }
  const decoded = lines.length === 0 ? undefined : decodeNative(lines);
  return decoded?.ok === true ? decoded.value : undefined;
};

interface Props {
  readonly sample: PackSample;
  /** Position of the line in the log in pixels. */
  readonly top: number;
  readonly height: number;
  readonly onClose: () => void;
}

/** Shows the values of a reply next to its selected line. */
export const DecodedLine = ({ sample, top, height, onClose }: Props) => {
  useEffect(() => {
    // Closes on any key, because it would cover a dialog that a shortcut opens.
    document.addEventListener('keydown', onClose);
    return () => document.removeEventListener('keydown', onClose);
  }, [onClose]);
  return (
    <Popover
      open
      trigger="click"
      placement="bottomLeft"
      title={valuesText(shortValues(sample))}
      content={
        <ol className="decoded">
          {sample.cellVoltagesV.map((volts, index) => (
            <li key={index}>
              <span className="muted">{String(index + 1).padStart(3)}</span> {fixed(volts, 3)}
            </li>
          ))}
        </ol>
      }
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <span className="decoded__anchor" style={{ top, height }} />
    </Popover>
  );
};
