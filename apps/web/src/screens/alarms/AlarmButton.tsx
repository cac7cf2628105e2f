import { lazy, Suspense, useState } from 'react';
import { Button } from 'antd';
import { useCore } from '../../react/core-context.tsx';
import { useLive } from '../../react/use-live.ts';
import { buttonText } from './alarm-words.ts';

const AlarmEditor = lazy(async () => ({
  default: (await import('./AlarmEditor.tsx')).AlarmEditor,
})); // React.lazy asks for this name

/** How many limits are set and whether they are monitored; opens them. */
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
      <Button
        className={`chip chip--${tone}`}
        aria-haspopup="dialog"
        title="Your limits, and how you are alerted when one is passed"
        onClick={() => {
          setOpen(true);
        }}
      >
        <span className="chip__glyph" aria-hidden>
          {glyph}
        </span>
        <span className="chip__text">{text}</span>
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <AlarmEditor
            onClose={() => {
              setOpen(false);
            }}
          />
        </Suspense>
      )}
    </>
  );
};
