import { Input } from 'antd';
import { useId, useState } from 'react';

const LEAST_ROWS = 3;
const MOST_ROWS = 24;

/** A text that cannot be applied. */
export interface InvalidText {
  readonly text: string;
  readonly problem: string;
}

/** The invalid texts of a profile by the labels of their fields. */
export type InvalidTexts = ReadonlyMap<string, InvalidText>;

/** Sets the invalid text of a field; undefined if its text is valid, or the field was removed. */
export type OnInvalid = (label: string, invalid: InvalidText | undefined) => void;

interface Props {
  readonly label: string;
  readonly value: unknown;
  /** Applies the edited value. Returns why it was refused, or undefined. */
  readonly onValue: (value: unknown) => string | undefined;
  readonly invalid: InvalidTexts;
  readonly onInvalid: OnInvalid;
}

/**
 * Formats a value as JSON with lists of numbers on one line. The pattern matches only lists: inside of strings, line
 * breaks are escaped.
 */
const textOf = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(/\[\n[^[\]{}"]*\]/g, (list) =>
    list.replace(/\s+/g, ' ').replace('[ ', '[').replace(' ]', ']'),
  );

/** antd's `autoSize` would set the style of an element by an attribute, which the policy of the page blocks [RX-09]. */
const rowsOf = (text: string): number =>
  Math.min(MOST_ROWS, Math.max(LEAST_ROWS, text.split('\n').length));

/** Edits a part of a profile as JSON. Invalid text is kept in the field, with its error and position. */
export const JsonPart = ({ label, value, onValue, invalid, onInvalid }: Props) => {
  const problemId = useId();
  const json = textOf(value);
  /**
   * The text and the `json` of the value it stands for. After an edit, `json` is undefined until the new value arrives,
   * which may have additional defaults.
   */
  const [edited, setEdited] = useState<{ text: string; json: string | undefined }>({
    text: json,
    json,
  });
  const { problem, text = edited.text } = invalid.get(label) ?? {};
  // The value was changed elsewhere: update the text, unless it is invalid and being edited.
  if (json !== edited.json && problem === undefined)
    setEdited({ text: edited.json === undefined ? edited.text : json, json });

  const change = (changed: string): void => {
    let next: unknown;
    try {
      next = JSON.parse(changed);
    } catch {
      onInvalid(label, { text: changed, problem: 'is not valid JSON' });
      return;
    }
    const refused = onValue(next);
    onInvalid(label, refused === undefined ? undefined : { text: changed, problem: refused });
    if (refused === undefined) setEdited({ text: changed, json: undefined });
  };

  return (
    <div className="teach__json">
      <Input.TextArea
        aria-label={label}
        aria-describedby={problemId}
        status={problem === undefined ? '' : 'error'}
        rows={rowsOf(text)}
        spellCheck={false}
        value={text}
        onChange={({ target }) => change(target.value)}
      />
      <p id={problemId} role="alert" className="tone-act">
        {problem === undefined ? '' : `✕ ${problem}`}
      </p>
    </div>
  );
};
