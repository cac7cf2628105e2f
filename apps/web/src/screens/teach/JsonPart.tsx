import { Input } from 'antd';
import { useEffect, useId, useState } from 'react';

const LEAST_ROWS = 3;
const MOST_ROWS = 24;

interface Props {
  readonly label: string;
  readonly value: unknown;
  /** Applies the edited value. Returns why it was refused, or undefined. */
  readonly onValue: (value: unknown) => string | undefined;
  /** Reports that the text is invalid; undefined if it is valid. */
  readonly onProblem: (label: string, problem: string | undefined) => void;
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
export const JsonPart = ({ label, value, onValue, onProblem }: Props) => {
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
  const [problem, setProblem] = useState<string>();
  // The value was changed elsewhere: update the text, unless it is invalid and being edited.
  if (json !== edited.json && problem === undefined)
    setEdited({ text: edited.json === undefined ? edited.text : json, json });

  useEffect(() => {
    onProblem(label, problem);
  }, [label, problem, onProblem]);
  useEffect(() => () => onProblem(label, undefined), [label, onProblem]);

  const change = (text: string): void => {
    let next: unknown;
    try {
      next = JSON.parse(text);
    } catch {
      setEdited({ ...edited, text });
      setProblem('is not valid JSON');
      return;
    }
    const refused = onValue(next);
    setProblem(refused);
    setEdited({ text, json: refused === undefined ? undefined : edited.json });
  };

  return (
    <div className="teach__json">
      <Input.TextArea
        aria-label={label}
        aria-describedby={problemId}
        status={problem === undefined ? '' : 'error'}
        rows={rowsOf(edited.text)}
        spellCheck={false}
        value={edited.text}
        onChange={({ target }) => change(target.value)}
      />
      <p id={problemId} role="alert" className="tone-act">
        {problem === undefined ? '' : `✕ ${problem}`}
      </p>
    </div>
  );
};
