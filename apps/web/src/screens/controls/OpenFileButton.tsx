import { Button } from 'antd';
import { useRef, type ChangeEvent } from 'react';

interface Props {
  readonly label: string;
  /** What kind of file it is, for screen readers. */
  readonly file: string;
  /** Characters; a larger file is not read, and its text is too long on purpose. */
  readonly limit: number;
  readonly onText: (text: string) => void;
  readonly size?: 'small';
}

/** Lets the user choose a JSON file and gives its text. */
export const OpenFileButton = ({ label, file, limit, onText, size }: Props) => {
  const picker = useRef<HTMLInputElement>(null);
  const read = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const chosen = target.files?.[0];
    if (chosen === undefined) return;
    // A character takes at most four bytes.
    const text = chosen.size > limit * 4 ? ' '.repeat(limit + 1) : await chosen.text();
    target.value = ''; // the same file may be chosen again
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
