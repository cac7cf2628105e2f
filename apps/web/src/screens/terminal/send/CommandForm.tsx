import { useImperativeHandle, useRef, useState, type ClipboardEvent, type Ref } from 'react';
import { Button, type InputRef } from 'antd';
import { useCore } from '../../../react/core-context.tsx';
import { useDraft } from '../../../react/drafts.tsx';
import { useConnected } from '../../../react/use-connected.ts';
import { useLive } from '../../../react/use-live.ts';
import { withKeys } from '../keys/shortcuts.ts';
import { CommandEntry } from './CommandEntry.tsx';
import { FormStatus } from './FormStatus.tsx';
import { LineRunBar } from './LineRunBar.tsx';
import { PastePrompt } from './PastePrompt.tsx';
import { isQuestionable, pastedLines, withPasted } from './pasted-lines.ts';
import { SendChoices } from './SendChoices.tsx';
import { SendMenu } from './SendMenu.tsx';
import type { Sender } from './use-send.ts';

/** The functions of the input that other parts of the screen use. */
export interface CommandInput {
  /** Replaces the typed text and focuses the input. */
  readonly fill: (text: string) => void;
  readonly focus: () => void;
  readonly text: () => string;
}

interface Props {
  readonly ref?: Ref<CommandInput>;
  readonly sender: Sender;
  readonly onOverview: () => void;
}

/** The input of a command with its line ending and format, docked to the bottom. */
export const CommandForm = ({ ref, sender, onOverview }: Props) => {
  const { terminal, procedures } = useCore();
  const { problem, send, sendControl, clearProblem } = sender;
  const isHex = useLive(terminal.settings.value$).format === 'hex';
  const isConnected = useConnected();
  const run = useLive(procedures.lines.state$);
  const { value: text, change: setText } = useDraft('command', () => '');
  const [pasted, setPasted] = useState<readonly string[]>();
  const input = useRef<InputRef>(null);

  const focus = (): void => input.current?.focus();
  const edit = (next: string): void => {
    setText(next);
    clearProblem();
  };
  useImperativeHandle(ref, () => ({
    focus,
    text: () => text,
    fill: (next) => {
      edit(next);
      focus();
    },
  }));

  const submit = (): void => {
    if (send(text)) setText('');
    focus();
  };

  const onPaste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const clip = event.clipboardData.getData('text');
    if (!/[\r\n]/.test(clip) && !isQuestionable(clip)) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    const lines = pastedLines(clip);
    if (lines.length > 1 || isQuestionable(clip)) setPasted(lines);
    else
      edit(withPasted(text, lines[0] ?? '', { from: selectionStart ?? 0, to: selectionEnd ?? 0 }));
  };

  const endPaste = (): void => {
    setPasted(undefined);
    focus();
  };

  return (
    <form
      style={{ display: 'contents' }}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {pasted !== undefined && (
        <PastePrompt
          lines={pasted}
          canSend={isConnected && run.kind !== 'running'}
          onSend={() => {
            clearProblem();
            if (procedures.lines.start(pasted)) endPaste();
          }}
          onCancel={endPaste}
        />
      )}
      <LineRunBar onDone={focus} />
      <FormStatus text={text} isHex={isHex} problem={problem} />
      <div className="terminal__line">
        <CommandEntry
          ref={input}
          text={text}
          isHex={isHex}
          isRefused={problem?.tone === 'act'}
          onEdit={edit}
          onSubmit={submit}
          onControl={sendControl}
          onPaste={onPaste}
        />
        <SendChoices onFormat={clearProblem} />
        <Button
          type="primary"
          htmlType="submit"
          title={withKeys('Send', 'send')}
          disabled={!isConnected}
        >
          Send
        </Button>
        <SendMenu onControl={sendControl} onOverview={onOverview} onDone={focus} />
      </div>
    </form>
  );
};
