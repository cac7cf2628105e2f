import type { ReactNode } from 'react';
import { placeText } from '@batbot/core/procedures';
import { useCore } from '../../../react/core-context.tsx';
import { useLive } from '../../../react/use-live.ts';
import { TabAnchor } from '../../controls/TabAnchor.tsx';
import './check-badge.css';

interface Props {
  readonly isShown: boolean;
  /** Leads to the check. */
  readonly children: ReactNode;
}

/** Shows that a check is running, and its step, while its panel is not visible. */
export const CheckBadge = ({ isShown, children }: Props) => {
  const { checks } = useCore().procedures;
  const run = useLive(checks.run$);
  if (!isShown || run === undefined || run.phase.kind === 'ended') return null;
  const isHalted = run.phase.kind === 'halted';
  return (
    <div className="check-badge" data-halted={isHalted}>
      <span aria-hidden>{isHalted ? '■' : '●'}</span>
      <strong>{run.check.name}</strong>
      <span className="check-badge__place" role="status">
        {isHalted ? 'Halted. ' : ''}
        {placeText(run)}
      </span>
      {children}
    </div>
  );
};

/** A check continues while another tab is open, and conditions may halt it: every tab shows that [TERM-222]. */
export const CheckStrip = ({ isShown }: { readonly isShown: boolean }) => (
  <CheckBadge isShown={isShown}>
    <TabAnchor tab="terminal" className="check-badge__link">
      Go to the check
    </TabAnchor>
  </CheckBadge>
);
