import type { ReactNode } from 'react';
import type { PaletteCommand, SendError } from '@batbot/core';
import type { LinesState } from '@batbot/core/procedures';
import { commandHint, hexView, type HexView } from './command-hint.ts';
import { runReport, type SendProblem } from './send-problem.ts';

const GLYPHS = { quiet: '', watch: '▲ ', act: '✕ ' } as const;

const HexHint = ({ view }: { readonly view: HexView }) => {
  switch (view.kind) {
    case 'empty':
      return 'Hex: type pairs of digits, such as 41 54 or 0x41 0x54.';
    case 'bytes':
      return (
        <>
          {view.count} {view.count === 1 ? 'byte' : 'bytes'}:{' '}
          <code className="terminal__bytes">{view.ascii}</code>
        </>
      );
    case 'wrong':
      return (
        <>
          <code className="terminal__bytes">
            {view.before}
            <mark>{view.wrong}</mark>
            {view.after}
          </code>{' '}
          {view.problem}
        </>
      );
  }
};

interface Props {
  readonly text: string;
  readonly isHex: boolean;
  readonly commands: readonly PaletteCommand[];
  readonly problem: SendProblem | undefined;
  readonly run: LinesState<SendError>;
  /** Commands that wait for their turn. */
  readonly waiting: number;
  /** What stands at the end of the line. */
  readonly children?: ReactNode;
}

/**
 * One line under the input. What went wrong and what is out of range is announced; what a text would do is only there
 * to be read, for it changes with every key.
 */
export const FormStatus = (props: Props) => {
  const { text, isHex, commands, problem, run, waiting, children } = props;
  const hint = isHex ? undefined : commandHint(text, commands);
  const warning = hint?.tone === 'watch' ? hint : undefined;
  const told = problem ?? runReport(run) ?? warning;
  return (
    <p className="terminal__status" id="command-status">
      <span className="terminal__message" data-tone={told?.tone} role="status">
        {told !== undefined && (
          <>
            <span aria-hidden>{GLYPHS[told.tone]}</span>
            {told.text}
            {told === warning && ' Enter sends it all the same.'}
          </>
        )}
      </span>
      {told === undefined && (
        <span className="terminal__hint">
          {isHex ? <HexHint view={hexView(text)} /> : hint?.text}
        </span>
      )}
      {waiting > 0 && (
        <span className="terminal__waiting tabular">
          <span aria-hidden>◷ </span>
          {waiting} waiting
        </span>
      )}
      {children}
    </p>
  );
};
