import { useCore } from '../../../react/core-context.tsx';
import { useLive } from '../../../react/use-live.ts';
import { commandHint, hexView } from './command-hint.ts';
import { runReport, type SendProblem } from './send-problem.ts';

const GLYPHS = { quiet: '', watch: '▲ ', act: '✕ ' } as const;

const HexHint = ({ view }: { readonly view: ReturnType<typeof hexView> }) => {
  switch (view.kind) {
    case 'empty':
      return 'Hex: pairs of digits, such as 41 54 or 0x41 0x54.';
    case 'bytes':
      return (
        <>
          {view.count} {view.count === 1 ? 'byte' : 'bytes'}:{' '}
          <code className="terminal__bytes mono">{view.ascii}</code>
        </>
      );
    case 'wrong':
      return (
        <>
          <code className="terminal__bytes mono">
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
  readonly problem: SendProblem | undefined;
}

/**
 * One line next to the quick commands. Problems and values out of range are announced. The description of a command is
 * not announced, because it changes with every key.
 */
export const FormStatus = ({ text, isHex, problem }: Props) => {
  const { palette, procedures, link } = useCore();
  const commands = useLive(palette.commands$);
  const run = useLive(procedures.lines.state$);
  const waiting = useLive(link.waiting$);
  const hint = isHex ? undefined : commandHint(text, commands);
  const warning = hint?.tone === 'watch' ? hint : undefined;
  const shown = problem ?? runReport(run) ?? warning;
  const description = isHex && text !== '' ? <HexHint view={hexView(text)} /> : hint?.text;
  return (
    <p className="terminal__status hint" id="command-status">
      <span className={`terminal__message ellipsis tone-${shown?.tone ?? 'quiet'}`} role="status">
        {shown !== undefined && (
          <span title={shown.text}>
            <span aria-hidden>{GLYPHS[shown.tone]}</span>
            {shown.text}
            {shown === warning && ' Enter sends it anyway.'}
          </span>
        )}
      </span>
      {shown === undefined && description !== undefined && (
        <span className="terminal__hint ellipsis">{description}</span>
      )}
      {waiting > 0 && (
        <span className="tone-watch">
          <span aria-hidden>◷ </span>
          {waiting} waiting
        </span>
      )}
    </p>
  );
};
