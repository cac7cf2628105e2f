import { TabAnchor } from '../../controls/TabAnchor.tsx';
import { GuidedBadge } from './GuidedBadge.tsx';

/** A check goes on while another tab is looked at, and may be stopped by its interlocks: that is told on every tab. */
export const GuidedStrip = ({ isShown }: { readonly isShown: boolean }) => (
  <GuidedBadge isShown={isShown}>
    <TabAnchor tab="terminal" className="guided-badge__link">
      Go to the check
    </TabAnchor>
  </GuidedBadge>
);
