import { useRef, type ChangeEvent } from 'react';
import { SEQUENCE_FILE_LIMIT } from '@batbot/core';

/** Lets the user choose a file of sequences; one that is too large is not read. */
export const SequenceFileButton = ({ onText }: { readonly onText: (text: string) => void }) => {
  const picker = useRef<HTMLInputElement>(null);
  const read = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = target.files?.[0];
    if (file === undefined) return;
    const isTooLarge = file.size > SEQUENCE_FILE_LIMIT;
    const text = isTooLarge ? ' '.repeat(SEQUENCE_FILE_LIMIT + 1) : await file.text();
    target.value = ''; // so that the same file can be chosen again
    onText(text);
  };
  return (
    <>
      <button
        type="button"
        className="button"
        onClick={() => {
          picker.current?.click();
        }}
      >
        Import
      </button>
      <input
        ref={picker}
        type="file"
        accept="application/json,.json"
        className="visually-hidden"
        aria-label="Sequences file"
        tabIndex={-1}
        onChange={(event) => void read(event)}
      />
    </>
  );
};
