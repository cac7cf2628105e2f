import { Button, Flex } from 'antd';
import { printable } from '@batbot/core';
import { useFirstFocus } from '../../../react/use-first-focus.ts';
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

/** Several lines, or invisible characters, were pasted: they are sent only when the user confirms, one command a line. */
export const PastePrompt = ({ lines, canSend, onSend, onCancel }: Props) => {
  const transmit = useFirstFocus<HTMLButtonElement>();
  return (
    <Flex
      className="box paste"
      align="center"
      gap={8}
      role="group"
      aria-label="Pasted lines"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
      }}
    >
      <pre className="paste__lines ellipsis">
        {lines.slice(0, SHOWN).map(shown).join('\n')}
        {lines.length > SHOWN && `\n… and ${lines.length - SHOWN} more`}
        {lines.some(isQuestionable) && '\nwith control characters'}
      </pre>
      {/* The question takes the focus from the field, so that Enter answers it. */}
      <Button ref={transmit} title="Transmit (Enter)" disabled={!canSend} onClick={onSend}>
        Transmit {lines.length} {lines.length === 1 ? 'line' : 'lines'}
      </Button>
      <Button title={withKeys('Send none of them', 'closePanel')} onClick={onCancel}>
        Discard
      </Button>
    </Flex>
  );
};
