import { useState } from 'react';
import { printable } from '@batbot/core';
import { type SequenceRun } from '@batbot/core/procedures';
import { COPY_WORDS, copyParts } from '../../controls/copy-text.ts';
import { withKeys } from '../keys/shortcuts.ts';
import { endText, latencyText, progressText, reportText, stepWords } from './sequence-words.ts';

const COPIED = { ...COPY_WORDS, refused: 'The browser refused to copy.' };

const RunStep = ({ run, index }: { readonly run: SequenceRun; readonly index: number }) => {
  const { command } = run.sequence.steps[index] ?? { command: '' };
  const tally = run.tallies[index] ?? { passed: 0, failed: 0 };
  const { glyph, word, state } = stepWords(run, index);
  const isLooped = run.sequence.loops !== 1;
  const { last } = tally;
  const hasFailed = last !== undefined && last.verdict?.kind === 'unexpected';
  return (
    <li
      className="run__step"
      data-state={state}
      aria-current={state === 'now' ? 'step' : undefined}
    >
      <span className="run__glyph" aria-hidden>
        {glyph}
      </span>
      <span className="run__command">{printable(command)}</span>
      <span className="run__latency tabular">{latencyText(tally)}</span>
      <span className="run__word">{word}</span>
      {isLooped && tally.passed + tally.failed > 0 && (
        <span className="run__tally tabular">
          {tally.passed} passed{tally.failed > 0 && `, ${tally.failed} failed`}
        </span>
      )}
      {hasFailed && last.said !== undefined && (
        <span className="run__said">{printable(last.said.replaceAll('\n', ' · '))}</span>
      )}
    </li>
  );
};

interface Props {
  readonly run: SequenceRun;
  readonly canRun: boolean;
  readonly onStop: () => void;
  readonly onAgain: () => void;
  readonly onDismiss: () => void;
}

/** A run: where it is and what came of each step; after its end the report. */
export const RunView = ({ run, canRun, onStop, onAgain, onDismiss }: Props) => {
  const [told, setTold] = useState('');
  const { sequence, phase, loop, step } = run;
  const ended = phase.kind === 'ended' ? phase.end : undefined;
  const hasFailed = ended !== undefined && ended !== 'passed';
  const done = (loop - 1) * sequence.steps.length + step;
  const all = sequence.loops === undefined ? undefined : sequence.loops * sequence.steps.length;

  const copy = (): void => {
    void copyParts(navigator.clipboard, [reportText(run)]).then((became) => {
      setTold(COPIED[became]);
    });
  };

  return (
    <section
      className="run"
      aria-label={`Run of ${sequence.name}`}
      data-ended={ended !== undefined}
    >
      <h3 className="run__name">{sequence.name}</h3>
      {ended === undefined ? (
        <>
          <progress className="run__bar" aria-label="Progress" value={all && done} max={all} />
          <p className="run__progress">{progressText(run)}</p>
        </>
      ) : (
        <p className="run__end" role="status" data-tone={hasFailed ? 'act' : 'good'}>
          <span aria-hidden>{hasFailed ? '✕' : '✓'} </span>
          {endText(run, ended)}
        </p>
      )}
      <ol className="run__steps">
        {sequence.steps.map((_, index) => (
          <RunStep key={index} run={run} index={index} />
        ))}
      </ol>
      <div className="run__buttons">
        {ended === undefined ? (
          <button
            type="button"
            className="button button--primary"
            title={withKeys('Ends the run now', 'stopSequence')}
            onClick={onStop}
          >
            <span aria-hidden>■</span> Stop
          </button>
        ) : (
          <>
            <button type="button" className="button" disabled={!canRun} onClick={onAgain}>
              Run again
            </button>
            <button type="button" className="button" onClick={copy}>
              Copy report
            </button>
            <button type="button" className="button" onClick={onDismiss}>
              Close report
            </button>
          </>
        )}
        <span role="status" className="run__told">
          {told}
        </span>
      </div>
    </section>
  );
};
