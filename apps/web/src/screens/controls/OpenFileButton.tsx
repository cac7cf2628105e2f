import { Button } from 'antd';
import { useRef, useState, type ChangeEvent } from 'react';
import { ProblemAlert } from './ProblemAlert.tsx';
import { UNREADABLE_FILE } from './file-problem.ts';

interface Props {
  readonly label: string;
  /** The kind of the file, for screen readers. */
  readonly file: string;
  /**
   * Limit in characters. A larger file is not read; a text above the limit is passed on instead, so that parsing
   * reports it.
   */
  readonly limit: number;
  readonly onText: (text: string) => void;
  readonly size?: 'small';
}

/** Lets the user choose a JSON file and passes on its text. */
export const OpenFileButton = ({ label, file, limit, onText, size }: Props) => {
  const picker = useRef<HTMLInputElement>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const read = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const chosen = target.files?.[0];
    if (chosen === undefined) return;
    // A character has at most four bytes. A file that was moved or changed since it was chosen cannot be read.
    const text =
      chosen.size > limit * 4 ? ' '.repeat(limit + 1) : await chosen.text().catch(() => undefined);
    target.value = ''; // so that the same file can be chosen again
    setUnreadable(text === undefined);
    if (text !== undefined) onText(text);
  };
  return (
    <>
      <Button {...(size ? { size } : {})} onClick={() => picker.current?.click()}>
        {label}
      </Button>
      <input
        ref={picker}
        type="file"
        accept="application/json,.json"
        className="visually-hidden"
        aria-label={file}
        tabIndex={-1}
        onChange={(event) => void read(event)}
      />
      <ProblemAlert help="fileRefused" title={isUnreadable && UNREADABLE_FILE} />
    </>
  );
};
