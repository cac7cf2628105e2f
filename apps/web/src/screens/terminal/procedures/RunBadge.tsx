import type { ReactNode } from 'react';
import './run-badge.css';

interface Props {
  readonly name: string;
  /** The current step of the run. */
  readonly place: string;
  readonly isHalted?: boolean;
  /** Whether screen readers announce a change of the step. */
  readonly isAnnounced?: boolean;
  /** A control that opens or stops the run. */
  readonly children: ReactNode;
}

/** Shows a running sequence or check while its panel is not visible. */
export const RunBadge = ({ name, place, isHalted = false, isAnnounced, children }: Props) => (
  <div className="run-badge" data-halted={isHalted}>
    <span aria-hidden>{isHalted ? '■' : '●'}</span>
    <strong>{name}</strong>
    <span className="run-badge__place" role={isAnnounced === true ? 'status' : undefined}>
      {place}
    </span>
    {children}
  </div>
);
