import { Button, Flex } from 'antd';
import { printable } from '@batbot/core';
import { useFirstFocus } from '../../../react/use-first-focus.ts';
import { counted, countText } from '../../../text/format.ts';
import { withKeys } from '../keys/shortcuts.ts';
import { isQuestionable, withCarets } from './pasted-lines.ts';

interface Props {
  readonly lines: readonly string[];
  readonly canSend: boolean;
  readonly onSend: () => void;
  readonly onCancel: () => void;
}

const SHOWN = 3;
/** Maximum number of characters shown of a line. */
const SHOWN_WIDTH = 200;

const shown = (line: string): string => printable(withCarets(line.slice(0, SHOWN_WIDTH)));

/** Asks for confirmation before pasted lines, or pasted invisible characters, are sent as one command per line. */
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
        {lines.length > SHOWN && `\n… and ${countText(lines.length - SHOWN)} more`}
        {lines.some(isQuestionable) && '\nwith control characters'}
      </pre>
      {/* Takes the focus from the field, so that Enter confirms. */}
      <Button ref={transmit} title="Transmit (Enter)" disabled={!canSend} onClick={onSend}>
        Transmit {counted(lines.length, 'line')}
      </Button>
      <Button title={withKeys('Send none of them', 'closePanel')} onClick={onCancel}>
        Discard
      </Button>
    </Flex>
  );
};
