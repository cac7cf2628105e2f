import {
  useImperativeHandle,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
} from 'react';
import {
  parseHexText,
  type DisplayFormat,
  type LineEnding,
  type Link,
  type Terminal,
} from '@batbot/core';
import { useLive } from '../../../react/use-live.ts';
import { Segments } from '../../controls/Segments.tsx';
import { PastePrompt } from './PastePrompt.tsx';
import { pastedLines, withPasted } from './pasted-lines.ts';
import { hexProblem, type SendProblem } from './send-problem.ts';

const ENDINGS: readonly (readonly [LineEnding, string])[] = [
  ['crlf', 'CR LF'],
  ['lf', 'LF'],
  ['cr', 'CR'],
  ['none', 'None'],
];

const FORMATS: readonly (readonly [DisplayFormat, string])[] = [
  ['ascii', 'ASCII'],
  ['hex', 'Hex'],
];

/** The input as other parts of the screen reach it. */
export interface CommandInput {
  /** Puts a command in place of what stands there, and goes to it. */
  readonly fill: (text: string) => void;
  readonly focus: () => void;
}

interface Props {
  readonly ref?: Ref<CommandInput>;
  readonly terminal: Terminal;
  readonly link: Link;
  readonly problem: SendProblem | undefined;
  readonly onSend: (text: string) => boolean;
  readonly onEdit: () => void;
}

/** What the bytes typed would be, or where they are wrong; told while typing, quietly. */
const hexHint = (text: string): string => {
  if (text.trim() === '') return 'Hex: type pairs of digits, such as 41 54 or 0x41 0x54.';
  const parsed = parseHexText(text);
  if (!parsed.ok) return hexProblem(parsed.error);
  return `${parsed.value.length} ${parsed.value.length === 1 ? 'byte' : 'bytes'}`;
};

const FormStatus = ({
  problem,
  hint,
  waiting,
}: {
  readonly problem: SendProblem | undefined;
  readonly hint: string;
  readonly waiting: number;
}) => (
  <p className="terminal__status" id="command-status">
    <span className="terminal__message" data-tone={problem?.tone} role="status">
      {problem !== undefined && <span aria-hidden>{problem.tone === 'act' ? '✕ ' : '▲ '}</span>}
      {problem?.text ?? hint}
    </span>
    {waiting > 0 && (
      <span className="terminal__waiting tabular">
        <span aria-hidden>◷ </span>
        {waiting} waiting
      </span>
    )}
  </p>
);

/** The docked input: one command, its line ending, its format. */
export const CommandForm = ({ ref, terminal, link, problem, onSend, onEdit }: Props) => {
  const { lineEnding, format } = useLive(terminal.settings.value$);
  const isConnected = useLive(link.connection$).kind === 'connected';
  const waiting = useLive(link.waiting$);
  const [text, setText] = useState('');
  const [pasted, setPasted] = useState<readonly string[]>();
  const input = useRef<HTMLInputElement>(null);
  const isHex = format === 'hex';

  const edit = (next: string): void => {
    setText(next);
    onEdit();
  };

  useImperativeHandle(ref, () => ({
    fill: (next) => {
      edit(next);
      input.current?.focus();
    },
    focus: () => input.current?.focus(),
  }));

  const submit = (): void => {
    if (onSend(text)) setText('');
    input.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Enter') {
      // Not left to the form: a disabled Send would swallow the key without a word.
      event.preventDefault();
      submit();
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      const walked =
        event.key === 'ArrowUp' ? terminal.history.previous(text) : terminal.history.next(text);
      if (walked !== undefined) edit(walked);
    }
  };

  const onPaste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const clip = event.clipboardData.getData('text');
    if (!/[\r\n]/.test(clip)) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    const lines = pastedLines(clip);
    if (lines.length > 1) setPasted(lines);
    else
      edit(withPasted(text, lines[0] ?? '', { from: selectionStart ?? 0, to: selectionEnd ?? 0 }));
  };

  const endPaste = (): void => {
    setPasted(undefined);
    input.current?.focus();
  };

  return (
    <form
      className="terminal__form"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {pasted !== undefined && (
        <PastePrompt
          lines={pasted}
          canSend={isConnected}
          onSend={() => {
            // The queue of the link sends them one after the other, each when the one before is answered.
            if (pasted.every(onSend)) endPaste();
          }}
          onCancel={endPaste}
        />
      )}
      <div className="terminal__entry">
        <span className="terminal__prompt" aria-hidden>
          {isHex ? '0x' : '>'}
        </span>
        <input
          ref={input}
          className="terminal__input"
          aria-label="Command"
          title="Enter sends; ↑ and ↓ walk through earlier commands"
          aria-describedby="command-status"
          aria-invalid={problem?.tone === 'act'}
          placeholder={isHex ? '41 54 2B 41 44 41 54 41' : 'AT command'}
          value={text}
          autoCapitalize="off"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="send"
          onChange={(event) => {
            edit(event.target.value);
          }}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <button
          type="submit"
          className="button button--primary terminal__send"
          disabled={!isConnected}
        >
          Send
        </button>
      </div>
      <div className="terminal__choices">
        <select
          className="select"
          aria-label="Line ending"
          title="Line ending: what is appended to each command"
          value={lineEnding}
          onChange={(event) => {
            const chosen = ENDINGS.find(([ending]) => ending === event.target.value);
            if (chosen !== undefined) terminal.settings.change({ lineEnding: chosen[0] });
          }}
        >
          {ENDINGS.map(([ending, label]) => (
            <option key={ending} value={ending}>
              {label}
            </option>
          ))}
        </select>
        <Segments
          legend="Format"
          options={FORMATS}
          value={format}
          onChoose={(chosen) => {
            terminal.settings.change({ format: chosen });
            onEdit();
          }}
        />
      </div>
      <FormStatus problem={problem} hint={isHex ? hexHint(text) : ''} waiting={waiting} />
    </form>
  );
};
