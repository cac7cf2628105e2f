import { placeText, type Guided } from '@batbot/core';
import { useLive } from '../../../react/use-live.ts';
import { withKeys } from '../keys/shortcuts.ts';
import './guided-badge.css';

/** Says that a check is under way, and where it stands, while its panel is closed; leads back to it. */
export const GuidedBadge = ({
  guided,
  isShown,
  onOpen,
}: {
  readonly guided: Guided;
  readonly isShown: boolean;
  readonly onOpen: () => void;
}) => {
  const run = useLive(guided.run$);
  if (!isShown || run === undefined || run.phase.kind === 'ended') return null;
  const isHalted = run.phase.kind === 'halted';
  return (
    <p className="guided-badge" data-halted={isHalted}>
      <span aria-hidden>{isHalted ? '■' : '●'}</span>
      <strong>{run.check.title}</strong>
      <span className="guided-badge__place">
        {isHalted ? 'Stopped. ' : ''}
        {placeText(run)}
      </span>
      <button
        type="button"
        className="tool-button"
        title={withKeys('Opens the check', 'guided')}
        onClick={onOpen}
      >
        Go to the check
      </button>
    </p>
  );
};
