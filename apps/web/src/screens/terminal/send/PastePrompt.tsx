interface Props {
  readonly lines: readonly string[];
  readonly canSend: boolean;
  readonly onSend: () => void;
  readonly onCancel: () => void;
}

const SHOWN = 3;

const focusOnce = (button: HTMLButtonElement | null): void => {
  button?.focus();
};

/** Several lines were pasted: they go out only when the user says so, one command each. */
export const PastePrompt = ({ lines, canSend, onSend, onCancel }: Props) => (
  <div className="paste" role="group" aria-label="Pasted lines">
    <pre className="paste__lines">
      {lines.slice(0, SHOWN).join('\n')}
      {lines.length > SHOWN && `\n… and ${lines.length - SHOWN} more`}
    </pre>
    <button
      type="button"
      className="button"
      // The question takes the focus from the field, so that Enter answers it.
      ref={focusOnce}
      disabled={!canSend}
      onClick={onSend}
    >
      Transmit {lines.length} lines
    </button>
    <button type="button" className="button" onClick={onCancel}>
      Discard
    </button>
  </div>
);
