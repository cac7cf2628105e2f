import { useRef, useState } from 'react';
import { Button, Checkbox, Flex, Select, type InputRef } from 'antd';
import {
  MARKS,
  MAX_RULES_FILE_CHARACTERS,
  type HighlightRule,
  type Highlights,
  type RulesError,
} from '@batbot/core';
import { useCore } from '../../../react/core-context.tsx';
import { useFirstFocus } from '../../../react/use-first-focus.ts';
import { useLive } from '../../../react/use-live.ts';
import { FormDialog } from '../../controls/FormDialog.tsx';
import { OpenFileButton } from '../../controls/OpenFileButton.tsx';
import { saveJson } from '../../controls/save-file.ts';
import { patternProblem } from './find-words.ts';
import { MARK_STYLES } from './mark-styles.ts';
import { PatternField } from './PatternField.tsx';

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
      return 'This file contains no highlight rules.';
    case 'tooLarge':
      return 'The file contains too many rules.';
    default:
      return 'Kept until you close the page: storage is full or blocked, or has data of a newer version. Export the rules to save them.';
  }
};

interface RowProps {
  readonly rule: HighlightRule;
  /** Number of the rule, counted from 1. */
  readonly number: number;
  readonly problem: string | undefined;
  /** Whether the rule was just added and takes the focus. */
  readonly isNew: boolean;
  readonly onChange: (rule: HighlightRule) => void;
  readonly onRemove: () => void;
}

/** Edits a rule: whether it is on, its pattern and its mark. */
const RuleRow = ({ rule, number, problem, isNew, onChange, onRemove }: RowProps) => {
  const field = useFirstFocus<InputRef>(isNew);
  return (
    <li>
      <Flex wrap align="center" gap={8} role="group" aria-label={`Rule ${number}`}>
        <Checkbox
          aria-label="On"
          checked={rule.isOn}
          onChange={(event) => onChange({ ...rule, isOn: event.target.checked })}
        />
        <PatternField
          ref={field}
          label="Pattern"
          placeholder="Text to highlight"
          query={rule}
          isWrong={problem !== undefined}
          canChoose
          onChange={(query) => onChange({ ...rule, ...query })}
        />
        <span className="mark mono" style={MARK_STYLES[rule.mark].style} aria-hidden>
          Sample
        </span>
        <Select
          aria-label="Look"
          popupMatchSelectWidth={false}
          options={MARKS.map((mark) => ({ value: mark, label: MARK_STYLES[mark].name }))}
          value={rule.mark}
          onChange={(mark) => onChange({ ...rule, mark })}
        />
        <Button type="text" aria-label="Remove" title="Remove" onClick={onRemove}>
          <span aria-hidden>✕</span>
        </Button>
        {problem !== undefined && (
          <p className="tone-act" role="status">
            {problem}
          </p>
        )}
      </Flex>
    </li>
  );
};

/** Edits the rules that highlight text in the log. Every change applies at once. */
export const HighlightDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { highlights } = useCore().terminal;
  const rules = useLive(highlights.rules$);
  const problems = useLive(highlights.problems$);
  const [trouble, setTrouble] = useState<string>();
  const [added, setAdded] = useState<number>();
  const adding = useRef<HTMLButtonElement>(null);

  const report = (result: ReturnType<Highlights['save']>): void => {
    setTrouble(result.ok ? undefined : problemText(result.error));
  };
  const add = (): void => {
    const mark = MARKS[rules.length % MARKS.length] ?? 'mark1';
    setAdded(rules.length);
    report(highlights.save([...rules, { ...NEW_RULE, mark }]));
  };

  return (
    <FormDialog
      title="Highlight rules"
      width={680}
      onCancel={onClose}
      footer={
        <Flex wrap gap={8}>
          <Flex gap={8}>
            <OpenFileButton
              label="Import"
              file="File of highlight rules"
              limit={MAX_RULES_FILE_CHARACTERS}
              onText={(text) => report(highlights.importText(text))}
            />
            <Button
              disabled={rules.length === 0}
              onClick={() => saveJson('highlight-rules.json', highlights.exportText())}
            >
              Export
            </Button>
          </Flex>
          <Flex flex="auto" justify="end">
            <Button type="primary" onClick={onClose}>
              Done
            </Button>
          </Flex>
        </Flex>
      }
    >
      <p className="hint">
        Text that matches stands out in the log. Where two rules match, the upper one applies.
      </p>
      <ul className="rules">
        {rules.map((rule, index) => {
          const problem = problems[index];
          return (
            <RuleRow
              key={index}
              rule={rule}
              number={index + 1}
              problem={problem && patternProblem(problem)}
              isNew={index === added}
              onChange={(next) => report(highlights.save(rules.with(index, next)))}
              onRemove={() => {
                report(highlights.save(rules.toSpliced(index, 1)));
                adding.current?.focus();
              }}
            />
          );
        })}
      </ul>
      <Button ref={adding} onClick={add}>
        Add a rule
      </Button>
      <p className="tone-act" role="status">
        {trouble}
      </p>
    </FormDialog>
  );
};
