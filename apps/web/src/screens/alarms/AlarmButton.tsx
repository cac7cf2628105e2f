import { useState } from 'react';
import { useCore } from '../../react/core-context.tsx';
import { useLive } from '../../react/use-live.ts';
import { AlarmEditor } from './AlarmEditor.tsx';
import { buttonText } from './alarm-words.ts';
import './alarms.css';

/** How many limits are set and whether they are watched; opens them. */
export const AlarmButton = () => {
  const { alarms } = useCore();
  const { limits } = useLive(alarms.plan$);
  const { glyph, tone, text } = buttonText(
    limits.length,
    useLive(alarms.watch$),
    useLive(alarms.raised$),
  );
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="alarm-button"
        data-tone={tone}
        aria-haspopup="dialog"
        title="Limits of your own, and what is told when they are passed"
        onClick={() => {
          setOpen(true);
        }}
      >
        <span aria-hidden>{glyph}</span>
        {text}
      </button>
      {isOpen && (
        <AlarmEditor
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
};
