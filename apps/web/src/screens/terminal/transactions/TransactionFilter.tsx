import { useState, type RefObject } from 'react';
import { Input, Select, type InputRef } from 'antd';
import { OUTCOME_FILTERS, type OutcomeFilter } from '@batbot/core';
import { useCore } from '../../../react/core-context.tsx';
import { PLAIN_TEXT } from '../forms/plain-text.ts';
import { withKeys } from '../keys/shortcuts.ts';
import { useShortcuts } from '../keys/use-shortcuts.ts';
import { OUTCOME_FILTER_NAMES } from './transaction-words.ts';

export const useTransactionChoice = () => {
  const [text, setText] = useState('');
  const [outcome, setOutcome] = useState<OutcomeFilter>('any');
  return { text, setText, outcome, setOutcome };
};

export type TransactionChoice = ReturnType<typeof useTransactionChoice>;

interface Props {
  readonly choice: TransactionChoice;
  readonly field: RefObject<InputRef | null>;
}

export const TransactionFilter = ({ choice, field }: Props) => {
  const { transactions } = useCore();
  const focusField = (): void => field.current?.focus({ cursor: 'all' });
  useShortcuts({
    find: focusField,
    findNext: focusField,
    findPrevious: focusField,
    filter: focusField,
    clear: transactions.clear,
  });
  return (
    <>
      <Input
        ref={field}
        type="search"
        className="transactions__filter"
        aria-label="Filter transactions"
        placeholder="Filter"
        title={withKeys('Shows commands and replies that contain this', 'filterTransactions')}
        {...PLAIN_TEXT}
        value={choice.text}
        onChange={(event) => choice.setText(event.target.value)}
      />
      <span title={withKeys('Result', 'nextResult')}>
        <Select
          aria-label="Result"
          popupMatchSelectWidth={false}
          options={OUTCOME_FILTERS.map((outcome) => ({
            value: outcome,
            label: OUTCOME_FILTER_NAMES[outcome],
          }))}
          value={choice.outcome}
          onChange={choice.setOutcome}
        />
      </span>
    </>
  );
};
