import type { ReactNode } from 'react';
import { placeText } from '@batbot/core/procedures';
import { useCore } from '../../../react/core-context.tsx';
import { useLive } from '../../../react/use-live.ts';
import './guided-badge.css';

interface Props {
  readonly isShown: boolean;
  /** Leads back to the check. */
  readonly children: ReactNode;
}

/** Says that a check is under way, and where it stands, while its panel is not in sight. */
export const GuidedBadge = ({ isShown, children }: Props) => {
  const { checks } = useCore().procedures;
  const run = useLive(checks.run$);
  if (!isShown || run === undefined || run.phase.kind === 'ended') return null;
  const isHalted = run.phase.kind === 'halted';
  return (
    <div className="guided-badge" data-halted={isHalted}>
      <span aria-hidden>{isHalted ? '■' : '●'}</span>
      <strong>{run.check.name}</strong>
      <span className="guided-badge__place" role="status">
        {isHalted ? 'Stopped. ' : ''}
        {placeText(run)}
      </span>
      {children}
    </div>
  );
};
