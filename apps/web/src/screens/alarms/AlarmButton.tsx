import { useCallback, useRef, useState } from 'react';
import { Button, Popover } from 'antd';
import { lazyPart } from '../../react/lazy-part.tsx';
import { useCore } from '../../react/core-context.tsx';
import { useLive } from '../../react/use-live.ts';
import { useMedia } from '../../react/use-media.ts';
import { DialogPart } from '../controls/DialogPart.tsx';
import { AlarmPanel } from './AlarmPanel.tsx';
import { buttonText } from './alarm-words.ts';

const AlarmEditor = lazyPart(async () => (await import('./AlarmEditor.tsx')).AlarmEditor);

/** Shows the number of limits and whether they are monitored. Opens the alarms, or the form if no limit is set. */
export const AlarmButton = () => {
  const { alarms } = useCore();
  const { limits } = useLive(alarms.plan$);
  const raised = useLive(alarms.raised$);
  const { glyph, tone, text, short } = buttonText(
    limits.length,
    useLive(alarms.monitoring$),
    raised,
  );
  const isNarrow = useMedia('(width < 1024px)');
  const [open, setOpen] = useState<'panel' | 'editor'>();
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback((): void => setOpen(undefined), []);
  const hasPanel = limits.length > 0 || raised.length > 0;
  const show = (isShown: boolean): void => {
    if (isShown) setOpen(hasPanel ? 'panel' : 'editor');
    else if (open === 'panel') setOpen(undefined);
  };
  return (
    <>
      <Popover
        trigger="click"
        placement="bottom" // antd keeps only this placement inside a narrow window
        open={open === 'panel'}
        onOpenChange={show}
        destroyOnHidden
        content={
          <AlarmPanel
            onClose={() => {
              setOpen(undefined);
              button.current?.focus();
            }}
            onEdit={() => {
              button.current?.focus(); // the form returns the focus to the button
              setOpen('editor');
            }}
          />
        }
      >
        <Button
          ref={button}
          className="chip"
          data-tone={tone}
          aria-haspopup="dialog"
          aria-expanded={open !== undefined}
          aria-label={text}
          title={text}
        >
          <span className="chip__glyph" aria-hidden>
            {glyph}
          </span>
          <span className="chip__text">{isNarrow ? short : text}</span>
        </Button>
      </Popover>
      {open === 'editor' && (
        <DialogPart name="The form of the limits" onClose={close}>
          <AlarmEditor onClose={close} />
        </DialogPart>
      )}
    </>
  );
};
