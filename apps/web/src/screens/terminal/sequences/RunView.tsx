import { useState } from 'react';
import { CloseOutlined } from '@ant-design/icons';
import { Button, Flex, Progress } from 'antd';
import { printable } from '@batbot/core';
import type { SequenceRun } from '@batbot/core/procedures';
import { ProblemAlert } from '../../controls/ProblemAlert.tsx';
import { copyText } from '../../controls/copy-text.ts';
import { withKeys } from '../keys/shortcuts.ts';
import { endText, latencyText, progressText, reportText, stepWords } from './sequence-words.ts';

const RunStep = ({ run, index }: { readonly run: SequenceRun; readonly index: number }) => {
  const { command } = run.sequence.steps[index] ?? { command: '' };
  const tally = run.tallies[index] ?? { passed: 0, failed: 0 };
  const { glyph, word, state } = stepWords(run, index);
  const { passed, failed, last } = tally;
  return (
    <li
      className="run__step"
      data-state={state}
      aria-current={state === 'now' ? 'step' : undefined}
    >
      <span className="run__glyph" aria-hidden>
        {glyph}
      </span>
      <span className="mono ellipsis">{printable(command)}</span>
      <span className="hint">{latencyText(tally)}</span>
      <span className="run__word">
        {word}
        {run.sequence.loops !== 1 && passed + failed > 0 && (
          <span className="hint">
            {' '}
            · {passed} passed{failed > 0 && `, ${failed} failed`}
          </span>
        )}
      </span>
      {last?.verdict?.kind === 'unexpected' && last.said !== undefined && (
        <span className="mono run__said">{printable(last.said.replaceAll('\n', ' · '))}</span>
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

/** Shows a run: its progress and the result of each step. After its end, shows the report. */
export const RunView = ({ run, canRun, onStop, onAgain, onDismiss }: Props) => {
  const [message, setMessage] = useState('');
  const { sequence, phase, loop, step } = run;
  const end = phase.kind === 'ended' ? phase.end : undefined;
  const done = (loop - 1) * sequence.steps.length + step;
  const all = (sequence.loops ?? Infinity) * sequence.steps.length;

  return (
    <section className="box stack stack-8" aria-label={`Run of ${sequence.name}`}>
      <Flex align="center" justify="space-between" gap={8}>
        <h3>{sequence.name}</h3>
        {end !== undefined && (
          <Button
            type="text"
            size="small"
            icon={<CloseOutlined aria-hidden />}
            aria-label="Close report"
            title="Close report"
            onClick={onDismiss}
          />
        )}
      </Flex>
      {end === undefined ? (
        <>
          <Progress
            aria-label="Progress"
            percent={(done / all) * 100}
            showInfo={false}
            size="small"
          />
          <p className="hint">{progressText(run)}</p>
        </>
      ) : (
        <ProblemAlert
          help="sequenceEnded"
          type={end === 'passed' ? 'success' : 'error'}
          role="status"
          title={endText(run, end)}
        />
      )}
      <ol style={{ overflow: 'auto', maxHeight: 320 }}>
        {sequence.steps.map((_, index) => (
          <RunStep key={index} run={run} index={index} />
        ))}
      </ol>
      <Flex wrap align="center" gap={8}>
        {end === undefined ? (
          <Button
            type="primary"
            title={withKeys('Ends the run now', 'stopSequence')}
            onClick={onStop}
          >
            <span aria-hidden>■</span> Stop
          </Button>
        ) : (
          <>
            <Button disabled={!canRun} onClick={onAgain}>
              Run again
            </Button>
            <Button onClick={() => void copyText([reportText(run)]).then(setMessage)}>
              Copy report
            </Button>
          </>
        )}
        <span role="status">{message}</span>
      </Flex>
    </section>
  );
};
