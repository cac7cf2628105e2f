import { Input } from 'antd';
import { useEffect, useId, useState } from 'react';

interface Props {
  readonly label: string;
  readonly value: unknown;
  /** Takes the edited value; the result says why it is refused. */
  readonly onValue: (value: unknown) => string | undefined;
  /** Reports that the text is not a value now; undefined: it is. */
  readonly onProblem: (label: string, problem: string | undefined) => void;
}

/** Lists of numbers in one line. Only a list begins with a bracket and a line break: in texts these are escaped. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(/\[\n[^[\]{}"]*\]/g, (list) =>
    list.replace(/\s+/g, ' ').replace('[ ', '[').replace(' ]', ']'),
  );

/** A part of a profile as JSON. What is not valid stays in the field, with its place and what is wrong. */
export const JsonPart = ({ label, value, onValue, onProblem }: Props) => {
  const problemId = useId();
  const json = textOf(value);
  /** `json`: of the value that the text stands for; undefined: of the next one, which may have defaults added. */
  const [edited, setEdited] = useState<{ text: string; json: string | undefined }>({
    text: json,
    json,
  });
  const [problem, setProblem] = useState<string>();
  // Changed elsewhere: the text follows, unless it is being mended.
  if (json !== edited.json && problem === undefined)
    setEdited({ text: edited.json === undefined ? edited.text : json, json });

  useEffect(() => {
    onProblem(label, problem);
  }, [label, problem, onProblem]);
  useEffect(
    () => () => {
      onProblem(label, undefined);
    },
    [label, onProblem],
  );

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
        autoSize={{ minRows: 3, maxRows: 24 }}
        spellCheck={false}
        value={edited.text}
        onChange={({ target }) => {
          change(target.value);
        }}
      />
      <p id={problemId} role="alert" className="teach__problem">
        {problem === undefined ? '' : `✕ ${problem}`}
      </p>
    </div>
  );
};
