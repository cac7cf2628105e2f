import { Button } from 'antd';
import { useRef, type ChangeEvent } from 'react';

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
  const read = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const chosen = target.files?.[0];
    if (chosen === undefined) return;
    // A character has at most four bytes.
    const text = chosen.size > limit * 4 ? ' '.repeat(limit + 1) : await chosen.text();
    target.value = ''; // so that the same file can be chosen again
    onText(text);
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
    </>
  );
};
