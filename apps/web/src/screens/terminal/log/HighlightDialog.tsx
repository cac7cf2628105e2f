import { useRef, useState } from 'react';
import {
  MARKS,
  MAX_RULES_FILE_CHARACTERS,
  type HighlightRule,
  type Highlights,
  type RulesError,
} from '@batbot/core';
import { useLive } from '../../../react/use-live.ts';
import { Dialog } from '../../controls/Dialog.tsx';
import { OpenFileButton } from '../../controls/OpenFileButton.tsx';
import { saveFile } from '../../controls/save-file.ts';
import { patternProblem } from './find-words.ts';
import { HighlightRuleRow } from './HighlightRuleRow.tsx';

const NEW_RULE: HighlightRule = {
  pattern: '',
  isRegex: false,
  isCaseSensitive: false,
  mark: 'mark1',
  isOn: true,
};

const problemText = ({ kind }: RulesError): string => {
  switch (kind) {
    case 'notRules':
      return 'This file holds no highlight rules.';
    case 'tooLarge':
      return 'These are more rules than the log can carry.';
    default:
      return 'The rules hold until this page is left: this browser has no room to keep them.';
  }
};

interface Props {
  readonly highlights: Highlights;
  readonly onClose: () => void;
}

/** What is to stand out in the log. Every change counts at once. */
export const HighlightDialog = ({ highlights, onClose }: Props) => {
  const rules = useLive(highlights.rules$);
  const problems = useLive(highlights.problems$);
  const [trouble, setTrouble] = useState<string>();
  /** The rule added last: it takes the focus. */
  const [added, setAdded] = useState<number>();
  const adding = useRef<HTMLButtonElement>(null);

  const told = (result: ReturnType<Highlights['save']>): void => {
    setTrouble(result.ok ? undefined : problemText(result.error));
  };
  const add = (): void => {
    const mark = MARKS[rules.length % MARKS.length] ?? 'mark1';
    setAdded(rules.length);
    told(highlights.save([...rules, { ...NEW_RULE, mark }]));
  };
  const remove = (index: number): void => {
    told(highlights.save(rules.toSpliced(index, 1)));
    adding.current?.focus();
  };

  return (
    <Dialog
      title="Highlight rules"
      onClose={onClose}
      actions={
        <>
          <OpenFileButton
            label="Import"
            file="File of highlight rules"
            limit={MAX_RULES_FILE_CHARACTERS}
            onText={(text) => {
              told(highlights.importText(text));
            }}
          />
          <button
            type="button"
            className="button"
            disabled={rules.length === 0}
            onClick={() => {
              saveFile(document, 'highlight-rules.json', 'application/json', [
                highlights.exportText(),
              ]);
            }}
          >
            Export
          </button>
          <form method="dialog">
            <button type="submit" className="button button--primary">
              Done
            </button>
          </form>
        </>
      }
    >
      <p className="rules__intro">
        Text that matches stands out in the log. Where two rules meet, the upper one counts.
      </p>
      <ul className="rules">
        {rules.map((rule, index) => {
          const problem = problems[index];
          return (
            <HighlightRuleRow
              key={index}
              rule={rule}
              number={index + 1}
              problem={problem && patternProblem(problem)}
              isNew={index === added}
              onChange={(next) => {
                told(highlights.save(rules.with(index, next)));
              }}
              onRemove={() => {
                remove(index);
              }}
            />
          );
        })}
      </ul>
      <button ref={adding} type="button" className="button" onClick={add}>
        Add a rule
      </button>
      <p className="rules__problem" role="status">
        {trouble}
      </p>
    </Dialog>
  );
};
