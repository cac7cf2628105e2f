import { useState } from 'react';
import type { OutcomeFilter } from '@batbot/core';

/** What the user has chosen to see of the transactions. */
export interface TransactionChoice {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly outcome: OutcomeFilter;
  readonly setOutcome: (outcome: OutcomeFilter) => void;
}

export const useTransactionChoice = (): TransactionChoice => {
  const [text, setText] = useState('');
  const [outcome, setOutcome] = useState<OutcomeFilter>('any');
  return { text, setText, outcome, setOutcome };
};
