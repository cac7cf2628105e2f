import type { LinkHealth } from '@batbot/core';

/** Fewer unanswered polls than this prove nothing. */
const PATIENCE_POLLS = 2;

interface Props {
  readonly health: LinkHealth;
  readonly baudRate: number;
}

/** Connected, but no reply could be read yet: what that means and what to do. */
export const Waiting = ({ health, baudRate }: Props) => {
  if (health.lastRejection !== undefined) {
    return (
      <div className="waiting" data-tone="watch" role="status">
        <h2>
          <span aria-hidden>▲ </span>The device answers, but not in a form that can be read
        </h2>
        <p>Reason: {health.lastRejection.error.detail}. The reply itself is below.</p>
      </div>
    );
  }
  if (health.timeouts >= PATIENCE_POLLS) {
    return (
      <div className="waiting" data-tone="watch" role="status">
        <h2>
          <span aria-hidden>▲ </span>No answer yet
        </h2>
        <p>
          AT+ADATA was asked {health.timeouts} times at {baudRate} baud. Check that the device has
          power, that the cable carries data, and that the baud rate is the device’s own. Asking
          goes on.
        </p>
      </div>
    );
  }
  return (
    <div className="waiting" role="status">
      <h2>
        <span className="spinner" aria-hidden /> Waiting for the first answer
      </h2>
      <p>AT+ADATA is asked every two seconds.</p>
    </div>
  );
};
