import { useRef, useState, type ChangeEvent, type DragEvent } from 'react';
import { Dialog } from '../../controls/Dialog.tsx';
import { useCheck } from './use-check.ts';
import { Verdict } from './Verdict.tsx';
import './seal.css';

/** Opens a sealed file of anybody and tells whether it is as it was sealed. Nothing leaves this computer. */
export const CheckDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { check, begin, nameSigner } = useCheck();
  const [isOver, setIsOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);

  const choose = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const file = target.files?.[0];
    if (file !== undefined) void begin(file);
    target.value = ''; // so that the same file can be chosen again
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setIsOver(false);
    const file = event.dataTransfer.files[0];
    if (file !== undefined) void begin(file);
  };

  return (
    <Dialog title="Check a sealed file" onClose={onClose}>
      <div className="seal">
        <div
          className="seal__drop"
          data-over={isOver || undefined}
          onDragOver={(event) => {
            event.preventDefault();
            setIsOver(true);
          }}
          onDragLeave={() => {
            setIsOver(false);
          }}
          onDrop={drop}
        >
          <button
            type="button"
            className={check.kind === 'done' ? 'button' : 'button button--primary'}
            onClick={() => {
              picker.current?.click();
            }}
          >
            {check.kind === 'done' ? 'Choose another file' : 'Choose a file'}
          </button>
          <span className="seal__hint">
            {check.kind === 'none' ? (
              'or drop it here. It is read on this computer only.'
            ) : (
              <bdi>{check.name}</bdi>
            )}
          </span>
          <input
            ref={picker}
            type="file"
            className="visually-hidden"
            aria-label="Sealed file"
            tabIndex={-1}
            onChange={choose}
          />
        </div>
        {check.kind === 'reading' && (
          <label className="seal__progress">
            Checking …
            <progress max={100} value={check.percent} />
          </label>
        )}
        {check.kind === 'done' && <Verdict verdict={check.verdict} onName={nameSigner} />}
      </div>
    </Dialog>
  );
};
