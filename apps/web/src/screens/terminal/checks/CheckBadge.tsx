import type { ReactNode } from 'react';
import { placeText } from '@batbot/core/procedures';
import { useCore } from '../../../react/core-context.tsx';
import { useLive } from '../../../react/use-live.ts';
import { TabAnchor } from '../../controls/TabAnchor.tsx';
import { RunBadge } from '../procedures/RunBadge.tsx';

interface Props {
  readonly isShown: boolean;
  readonly children: ReactNode;
}

/** Shows a running check and its step while its panel is not visible. */
export const CheckBadge = ({ isShown, children }: Props) => {
  const run = useLive(useCore().procedures.checks.run$);
  if (!isShown || run === undefined || run.phase.kind === 'ended') return null;
  const isHalted = run.phase.kind === 'halted';
  const place = `${isHalted ? 'Halted. ' : ''}${placeText(run)}`;
  return (
    <RunBadge name={run.check.name} place={place} isHalted={isHalted} isAnnounced>
      {children}
    </RunBadge>
  );
};

/** Shows a running check on all other tabs, because it continues there and conditions may halt it [TERM-222]. */
export const CheckStrip = ({ isShown }: { readonly isShown: boolean }) => (
  <CheckBadge isShown={isShown}>
    <TabAnchor tab="terminal" className="strip__link">
      Go to the check
    </TabAnchor>
  </CheckBadge>
);
