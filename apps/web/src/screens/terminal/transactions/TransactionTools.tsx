import { countText } from '../../../text/format.ts';
import type { ReactNode, RefObject } from 'react';
import {
  OUTCOME_FILTERS,
  type OutcomeFilter,
  type Terminal,
  type Transactions,
} from '@batbot/core';
import { useLive } from '../../../react/use-live.ts';
import { withKeys } from '../keys/shortcuts.ts';
import { useShortcuts } from '../keys/use-shortcuts.ts';
import { MenuItem } from '../log/MenuItem.tsx';
import { ToolMenu } from '../log/ToolMenu.tsx';
import { useRoom } from '../use-room.ts';
import type { TransactionChoice } from './use-transaction-choice.ts';
import { OUTCOME_FILTER_NAMES } from './transaction-words.ts';

interface Props {
  readonly transactions: Transactions;
  readonly terminal: Terminal;
  readonly choice: TransactionChoice;
  readonly filterField: RefObject<HTMLInputElement | null>;
  /** What was done last, in a word. */
  readonly told: string;
  readonly children?: ReactNode;
}

/** The slim bar over the transactions: which of them are shown. */
export const TransactionTools = ({
  transactions,
  terminal,
  choice,
  filterField,
  told,
  children,
}: Props) => {
  const room = useRoom();
  const { length, dropped } = useLive(transactions.view$);
  const { showBackground } = useLive(terminal.settings.value$);
  const focusFilter = (): void => {
    filterField.current?.focus();
    filterField.current?.select();
  };
  useShortcuts({
    find: focusFilter,
    findNext: focusFilter,
    findPrevious: focusFilter,
    filter: focusFilter,
    clear: transactions.clear,
  });

  const background = (
    <label className="switch" title={withKeys('Show polls and their replies', 'background')}>
      <input
        type="checkbox"
        role="switch"
        checked={showBackground}
        onChange={(event) => {
          terminal.settings.change({ showBackground: event.target.checked });
        }}
      />
      <span className="switch__track" aria-hidden />
      <span>Background</span>
    </label>
  );
  const count = (
    <span className="terminal__count tabular">
      {countText(length)} kept
      {dropped > 0 && `, ${countText(dropped)} older dropped`}
    </span>
  );

  return (
    <div className="transactions__tools">
      {room.forChoices && background}
      <input
        ref={filterField}
        type="search"
        className="transactions__filter"
        aria-label="Filter transactions"
        placeholder="Filter"
        title={withKeys('Shows commands and replies that contain this', 'filterTransactions')}
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        value={choice.text}
        onChange={(event) => {
          choice.setText(event.target.value);
        }}
      />
      <select
        className="select transactions__outcome"
        aria-label="Result"
        title={withKeys('Which results are shown', 'nextResult')}
        value={choice.outcome}
        onChange={(event) => {
          choice.setOutcome(event.target.value as OutcomeFilter); // one of the options below
        }}
      >
        {OUTCOME_FILTERS.map((outcome) => (
          <option key={outcome} value={outcome}>
            {OUTCOME_FILTER_NAMES[outcome]}
          </option>
        ))}
      </select>
      <span className="terminal__told" role="status">
        {told}
      </span>
      <div className="terminal__actions">
        {room.forCount && count}
        {room.forPanels && children}
        <ToolMenu
          label="Transactions menu"
          title={withKeys('More for the transactions', 'logMenu')}
        >
          {!room.forChoices && (
            <div className="tool-menu__part tool-menu__part--choices">
              {!room.forCount && count}
              {background}
              {!room.forPanels && children}
            </div>
          )}
          <div className="tool-menu__part">
            <MenuItem
              label="Clear the transactions"
              keys="clear"
              isDisabled={length === 0}
              onChoose={transactions.clear}
            />
          </div>
        </ToolMenu>
      </div>
    </div>
  );
};
