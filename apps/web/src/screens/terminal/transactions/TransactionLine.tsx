import { countText, spanText } from '../../../text/format.ts';
import { printable, timeOfDay, type RunningCommand, type TransactionRow } from '@batbot/core';
import { outcomeWords, saysText, type OutcomeWords } from './transaction-words.ts';

const Outcome = ({ glyph, word, tone }: OutcomeWords) => (
  <span className={`transaction__outcome tone-${tone}`} role="gridcell" title={word}>
    <span aria-hidden>{glyph} </span>
    {word}
  </span>
);

interface CellsProps {
  readonly at: number;
  readonly text: string;
  readonly origin: TransactionRow['origin'];
  readonly latency: string;
  readonly outcome: OutcomeWords;
  readonly says: string;
}

const Cells = ({ at, text, origin, latency, outcome, says }: CellsProps) => (
  <>
    <span className="transaction__time mono muted" role="gridcell">
      {timeOfDay(at)}
    </span>
    <span className="transaction__command mono" role="gridcell" title={printable(text)}>
      {printable(text)}
      {origin === 'background' && <span className="transaction__auto">auto</span>}
    </span>
    <span className="transaction__latency" role="gridcell">
      {latency}
    </span>
    <Outcome {...outcome} />
    <span className="transaction__says" role="gridcell" title={says}>
      {says}
    </span>
  </>
);

interface Props {
  readonly row: TransactionRow;
  readonly index: number;
  readonly top: number;
  readonly isActive: boolean;
  readonly isOpen: boolean;
}

/** A command and its outcome. */
export const TransactionLine = ({ row, index, top, isActive, isOpen }: Props) => (
  <div
    id={`transaction-${row.id}`}
    className="transaction"
    role="row"
    aria-rowindex={index + 2}
    aria-expanded={isOpen}
    aria-selected={isActive}
    aria-level={1}
    data-transaction={row.id}
    data-origin={row.origin}
    style={{ transform: `translateY(${top}px)` }}
  >
    <span className="muted" role="gridcell" aria-hidden>
      {isOpen ? '▾' : '▸'}
    </span>
    <Cells
      at={row.at}
      text={row.text}
      origin={row.origin}
      latency={row.latencyMs === undefined ? '–' : `${countText(row.latencyMs)} ms`}
      outcome={outcomeWords(row)}
      says={saysText(row)}
    />
  </div>
);

/** The pending command. */
export const RunningLine = ({
  running,
  index,
  top,
}: {
  readonly running: RunningCommand;
  readonly index: number;
  readonly top: number;
}) => (
  <div
    className="transaction transaction--running"
    role="row"
    aria-rowindex={index + 2}
    aria-level={1}
    data-origin={running.origin}
    style={{ transform: `translateY(${top}px)` }}
  >
    <span className="muted" role="gridcell" aria-hidden />
    <Cells
      at={running.at}
      text={running.text}
      origin={running.origin}
      latency={spanText(running.elapsedMs)}
      outcome={{
        glyph: '●',
        word: running.isStillWaiting ? 'Still waiting' : 'Running',
        tone: 'action',
      }}
      says="Waiting for the reply"
    />
  </div>
);
