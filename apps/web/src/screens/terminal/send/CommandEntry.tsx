import { useId, type ClipboardEvent, type KeyboardEvent, type RefObject } from 'react';
import { Input, type InputRef } from 'antd';
import type { ControlKeyId } from '@batbot/core';
import { useCore } from '../../../react/core-context.tsx';
import { PLAIN_TEXT } from '../forms/plain-text.ts';
import { shortcutOf, withKeys } from '../keys/shortcuts.ts';
import { CompletionList, optionId } from './CompletionList.tsx';
import { useCompletion } from './use-completion.ts';

interface Props {
  readonly ref: RefObject<InputRef | null>;
  readonly text: string;
  readonly isHex: boolean;
  readonly isRefused: boolean;
  readonly onEdit: (text: string) => void;
  readonly onSubmit: () => void;
  readonly onControl: (key: ControlKeyId) => void;
  readonly onPaste: (event: ClipboardEvent<HTMLInputElement>) => void;
}

/** Whether text is selected in the input or on the page, so that Ctrl+C copies it. */
const isSelected = ({ selectionStart, selectionEnd }: HTMLInputElement): boolean =>
  selectionStart !== selectionEnd || (document.getSelection()?.toString() ?? '') !== '';

/** The command input with its completions. */
export const CommandEntry = (props: Props) => {
  const { ref, text, isHex, onEdit, onSubmit } = props;
  const { history } = useCore().terminal;
  const listId = useId();
  const completion = useCompletion(text, !isHex, onEdit);
  const { completions, chosen } = completion;
  const isOpen = completions.length > 0;

  const walk = (walked: string | undefined): void => {
    completion.close();
    if (walked !== undefined) onEdit(walked);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (completion.onKeyDown(event)) return;
    const act = (): (() => void) | undefined => {
      switch (shortcutOf(event, 'input')) {
        case 'send':
          // Handled here and not by the form: a disabled Send button would ignore Enter without a message.
          return () => {
            completion.close();
            onSubmit();
          };
        case 'older':
          return () => walk(history.previous(text));
        case 'newer':
          return () => walk(history.next(text));
        case 'interrupt':
          // ⌘C never sends an interrupt.
          return event.metaKey || isSelected(event.currentTarget)
            ? undefined
            : () => props.onControl('interrupt');
        case 'escape':
          return event.metaKey ? undefined : () => props.onControl('escape');
        default:
          return undefined;
      }
    };
    const action = act();
    if (action === undefined) return;
    event.preventDefault();
    action();
  };

  return (
    <div className="terminal__entry">
      <Input
        ref={ref}
        className="terminal__input"
        prefix={<span aria-hidden>{isHex ? '0x' : '>'}</span>}
        aria-label="Command"
        title={withKeys(
          'Enter sends; ↑ and ↓ recall earlier commands that begin with your text',
          'focusCommand',
        )}
        aria-describedby="command-status"
        aria-invalid={props.isRefused}
        status={props.isRefused ? 'error' : ''}
        {...(!isHex && {
          role: 'combobox',
          'aria-autocomplete': 'list',
          'aria-expanded': isOpen,
          'aria-controls': listId,
        })}
        {...(chosen !== undefined && isOpen
          ? { 'aria-activedescendant': optionId(listId, chosen) }
          : {})}
        placeholder={isHex ? '41 54 2B 41 44 41 54 41' : 'AT command'}
        value={text}
        {...PLAIN_TEXT}
        enterKeyHint="send"
        onChange={(event) => {
          onEdit(event.target.value);
          completion.typed(event.target.value);
        }}
        onKeyDown={onKeyDown}
        onPaste={props.onPaste}
        onBlur={completion.close}
      />
      <span className="visually-hidden" role="status">
        {completion.isAsked && `${completions.length} completions`}
      </span>
      {isOpen && (
        <CompletionList
          id={listId}
          completions={completions}
          chosen={chosen}
          onTake={completion.take}
        />
      )}
    </div>
  );
};
