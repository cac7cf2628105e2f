import { useEffect, useRef, useState, type KeyboardEvent, type KeyboardEventHandler } from 'react';
import { Popover } from 'antd';
import { Link } from 'react-router-dom';
import { printable, type Evidence } from '@batbot/core';
import { TEACH_PATH } from '../../react/paths.ts';
import { withUnit } from '../../text/format.ts';

/** Marks the last plausible value while an implausible value is not confirmed. */
export const Confirming = () => (
  <span
    className="value-mark tone-watch"
    title="Implausible jump: shown only if the next reply confirms it."
  >
    <span aria-hidden>? </span>confirming
  </span>
);

export const LimitPassed = () => (
  <span className="value-mark tone-act" title="Beyond a limit you set">
    <span aria-hidden>⚑ </span>limit
  </span>
);

/** Age difference from which an older value is marked. */
const OLDER_FROM_MS = 1_000;

/** Shows that a value comes from an earlier record of the device, and how much older it is. */
export const Older = ({ byMs }: { readonly byMs: number }) =>
  byMs >= OLDER_FROM_MS && (
    <span className="value-mark tone-muted" title="From an earlier record of the device">
      {withUnit(String(Math.round(byMs / 1_000)), 's')} older
    </span>
  );

/**
 * Explains an inferred value. It takes the focus while it is open, because it is far from its mark in the tab order.
 */
const Why = ({
  name,
  evidence,
  onKeyDown,
}: InferredProps & { readonly onKeyDown: KeyboardEventHandler }) => {
  const dialog = useRef<HTMLDivElement>(null);
  useEffect(() => {
    dialog.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div
      className="why"
      role="dialog"
      aria-label={`${name}: inferred`}
      tabIndex={-1}
      ref={dialog}
      onKeyDown={onKeyDown}
    >
      <p>
        <b>Inferred</b>, because neither the native dialect nor a profile defines it.
      </p>
      <ul>
        {evidence.map(({ place, key, text, reason }) => (
          <li key={place}>
            Read from <code>{printable(key)}</code> <code>{printable(text)}</code>, taken as{' '}
            {reason}.
          </li>
        ))}
      </ul>
      <Link to={TEACH_PATH}>Teach this device</Link>
    </div>
  );
};

interface InferredProps {
  readonly name: string;
  /** The evidence; empty for reported values, which have no mark. */
  readonly evidence: readonly Evidence[];
}

/** Marks an inferred value. A click on the mark shows the evidence. */
export const Inferred = ({ name, evidence }: InferredProps) => {
  const [isOpen, setOpen] = useState(false);
  const mark = useRef<HTMLButtonElement>(null);
  const close = ({ key }: KeyboardEvent): void => {
    if (key !== 'Escape' || !isOpen) return;
    setOpen(false);
    mark.current?.focus();
  };
  if (evidence.length === 0) return null;
  return (
    <Popover
      trigger="click"
      open={isOpen}
      onOpenChange={setOpen}
      destroyOnHidden
      content={<Why name={name} evidence={evidence} onKeyDown={close} />}
    >
      <button
        ref={mark}
        type="button"
        onKeyDown={close}
        aria-expanded={isOpen}
        className="value-mark value-mark--inferred"
        aria-haspopup="dialog"
        aria-label={`${name}: inferred. Why?`}
        title="Inferred: why?"
      >
        ∴
      </button>
    </Popover>
  );
};
