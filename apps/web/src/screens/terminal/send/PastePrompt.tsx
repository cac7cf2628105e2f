import { printable } from '@batbot/core';
import { withKeys } from '../keys/shortcuts.ts';
import { isQuestionable, withCarets } from './pasted-lines.ts';

interface Props {
  readonly lines: readonly string[];
  readonly canSend: boolean;
  readonly onSend: () => void;
  readonly onCancel: () => void;
}

const SHOWN = 3;
/** Characters of a line that are shown. */
const SHOWN_WIDTH = 200;

const shown = (line: string): string => printable(withCarets(line.slice(0, SHOWN_WIDTH)));

const focusOnce = (button: HTMLButtonElement | null): void => {
  button?.focus();
};

/** Several lines, or characters nobody sees, were pasted: they go out only when the user says so, a command a line. */
export const PastePrompt = ({ lines, canSend, onSend, onCancel }: Props) => (
  <div
    className="paste"
    role="group"
    aria-label="Pasted lines"
    onKeyDown={(event) => {
      if (event.key === 'Escape') onCancel();
    }}
  >
    <pre className="paste__lines">
      {lines.slice(0, SHOWN).map(shown).join('\n')}
      {lines.length > SHOWN && `\n… and ${lines.length - SHOWN} more`}
      {lines.some(isQuestionable) && '\nwith control characters'}
    </pre>
    <button
      type="button"
      className="button"
      // The question takes the focus from the field, so that Enter answers it.
      ref={focusOnce}
      title="Transmit (Enter)"
      disabled={!canSend}
      onClick={onSend}
    >
      Transmit {lines.length} {lines.length === 1 ? 'line' : 'lines'}
    </button>
    <button
      type="button"
      className="button"
      title={withKeys('Transmit none of them', 'closePanel')}
      onClick={onCancel}
    >
      Discard
    </button>
  </div>
);
