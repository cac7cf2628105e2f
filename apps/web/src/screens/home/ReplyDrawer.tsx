import { Drawer } from 'antd';
import { printable, type LinkHealth } from '@batbot/core';
import { heldText } from './held-values.ts';

const Lines = ({ lines }: { readonly lines: readonly string[] }) => (
  <pre className="reply__raw">
    {lines.length === 0 ? '(nothing)' : lines.map(printable).join('\n')}
  </pre>
);

interface Props {
  /** The lines of the shown reply. */
  readonly raw: readonly string[] | undefined;
  readonly health: LinkHealth;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Shows the raw last reply, and the last replies that were ignored or rejected, with the reason. */
export const ReplyDrawer = ({
  raw,
  health: { lastHeld, lastRejection },
  isOpen,
  onClose,
}: Props) => (
  <Drawer title="Raw reply" size={480} open={isOpen} onClose={onClose} destroyOnHidden>
    <div className="reply stack">
      {raw !== undefined && <Lines lines={raw} />}
      {lastHeld !== undefined && (
        <section>
          <h3>Implausible value ignored: {lastHeld.values.map(heldText).join(', ')}</h3>
          <p>Implausible jump: shown only if the next reply confirms it.</p>
          <Lines lines={lastHeld.raw} />
        </section>
      )}
      {lastRejection !== undefined && (
        <section>
          <h3>Last rejected reply: {printable(lastRejection.error.detail)}</h3>
          <p>None of its values is shown.</p>
          <Lines lines={lastRejection.raw} />
        </section>
      )}
      {raw === undefined && lastRejection === undefined && <p>No reply yet.</p>}
    </div>
  </Drawer>
);
