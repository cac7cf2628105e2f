import { Link } from 'react-router-dom';
import { printable, type LinkHealth } from '@batbot/core';
import { TEACH_PATH } from '../../react/paths.ts';
import { heldText } from './held-values.ts';

interface Props {
  /** The lines of the reply shown. */
  readonly raw: readonly string[] | undefined;
  readonly rejection: LinkHealth['lastRejection'];
  readonly lastHeld: LinkHealth['lastHeld'];
}

const Lines = ({ lines }: { readonly lines: readonly string[] }) => (
  <pre className="replies__raw">
    {lines.length === 0 ? '(nothing)' : lines.map(printable).join('\n')}
  </pre>
);

/** The replies as they came, one click away, and why the last bad one was rejected. */
export const Replies = ({ raw, rejection, lastHeld }: Props) => (
  <div className="replies">
    {(raw !== undefined || rejection !== undefined) && (
      <Link className="replies__teach" to={TEACH_PATH}>
        Teach this device
      </Link>
    )}
    {raw !== undefined && (
      <details className="panel">
        <summary>Raw reply</summary>
        <Lines lines={raw} />
      </details>
    )}
    {lastHeld !== undefined && (
      <details className="panel replies__rejected">
        <summary>
          <span aria-hidden>? </span>Last outlier held: {lastHeld.values.map(heldText).join(', ')}
        </summary>
        <p>It jumped farther than it can in one poll: shown only if the next reply repeats it.</p>
        <Lines lines={lastHeld.raw} />
      </details>
    )}
    {rejection !== undefined && (
      <details className="panel replies__rejected">
        <summary>
          <span aria-hidden>▲ </span>Last rejected reply: {printable(rejection.error.detail)}
        </summary>
        <p>Nothing of it is shown: half a reply would look like a whole one.</p>
        <Lines lines={rejection.raw} />
      </details>
    )}
  </div>
);
