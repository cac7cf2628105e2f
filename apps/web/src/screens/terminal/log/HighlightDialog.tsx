import { useId, useRef, useState } from 'react';
import {
  MARKS,
  type HighlightRule,
  type Highlights,
  type Mark,
  type RulesError,
} from '@batbot/core';
import { useLive } from '../../../react/use-live.ts';
import { Dialog } from '../../controls/Dialog.tsx';
import { saveFile } from '../../controls/save-file.ts';
import { patternProblem } from './find-words.ts';

/** A mark is told by its line, too: not by colour alone. */
export const MARK_NAMES: Readonly<Record<Mark, string>> = {
  mark1: 'Yellow, thick line',
  mark2: 'Green, double line',
  mark3: 'Blue, dashed line',
  mark4: 'Magenta, dotted line',
  mark5: 'Cyan, wavy line',
  mark6: 'Red, thin line',
};

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

interface RowProps {
  readonly rule: HighlightRule;
  readonly number: number;
  readonly problem: string | undefined;
  readonly onChange: (rule: HighlightRule) => void;
  readonly onRemove: () => void;
}

const RuleRow = ({ rule, number, problem, onChange, onRemove }: RowProps) => {
  const problemId = useId();
  const change = (part: Partial<HighlightRule>): void => {
    onChange({ ...rule, ...part });
  };
  return (
    <li className="rules__row">
      <input
        type="checkbox"
        className="rules__on"
        aria-label={`Rule ${number} is on`}
        checked={rule.isOn}
        onChange={(event) => {
          change({ isOn: event.target.checked });
        }}
      />
      <span className="pattern" data-bad={problem !== undefined || undefined}>
        <input
          className="pattern__field"
          aria-label={`Pattern of rule ${number}`}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : problemId}
          placeholder="Text to highlight"
          value={rule.pattern}
          autoCapitalize="off"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            change({ pattern: event.target.value });
          }}
        />
        <button
          type="button"
          className="pattern__choice"
          aria-pressed={rule.isCaseSensitive}
          aria-label={`Rule ${number} matches case`}
          title="Match case"
          onClick={() => {
            change({ isCaseSensitive: !rule.isCaseSensitive });
          }}
        >
          <span aria-hidden>Aa</span>
        </button>
        <button
          type="button"
          className="pattern__choice"
          aria-pressed={rule.isRegex}
          aria-label={`Rule ${number} is a regular expression`}
          title="Regular expression"
          onClick={() => {
            change({ isRegex: !rule.isRegex });
          }}
        >
          <span aria-hidden>.*</span>
        </button>
      </span>
      <span className={`rules__sample mark mark--${rule.mark}`} aria-hidden>
        Sample
      </span>
      <select
        className="select rules__mark"
        aria-label={`Look of rule ${number}`}
        value={rule.mark}
        onChange={(event) => {
          const mark = MARKS.find((each) => each === event.target.value);
          if (mark !== undefined) change({ mark });
        }}
      >
        {MARKS.map((mark) => (
          <option key={mark} value={mark}>
            {MARK_NAMES[mark]}
          </option>
        ))}
      </select>
      <button
        type="button"
        className="tool-button tool-button--icon"
        aria-label={`Remove rule ${number}`}
        title="Remove"
        onClick={onRemove}
      >
        <span aria-hidden>✕</span>
      </button>
      {problem !== undefined && (
        <p className="rules__problem" id={problemId}>
          {problem}
        </p>
      )}
    </li>
  );
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
  const list = useRef<HTMLUListElement>(null);
  const file = useRef<HTMLInputElement>(null);

  const told = (result: ReturnType<Highlights['save']>): void => {
    setTrouble(result.ok ? undefined : problemText(result.error));
  };
  const add = (): void => {
    const mark = MARKS[rules.length % MARKS.length] ?? 'mark1';
    told(highlights.save([...rules, { ...NEW_RULE, mark }]));
    // The new row is there after the next paint.
    requestAnimationFrame(() => {
      [...(list.current?.querySelectorAll<HTMLElement>('.pattern__field') ?? [])].at(-1)?.focus();
    });
  };
  const remove = (index: number): void => {
    told(highlights.save(rules.toSpliced(index, 1)));
    list.current?.closest('dialog')?.querySelector<HTMLElement>('.rules__add')?.focus();
  };

  return (
    <Dialog
      title="Highlight rules"
      onClose={onClose}
      actions={
        <>
          <button
            type="button"
            className="button"
            onClick={() => {
              file.current?.click();
            }}
          >
            Import
          </button>
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
      <ul ref={list} className="rules">
        {rules.map((rule, index) => {
          const problem = problems[index];
          return (
            <RuleRow
              key={index}
              rule={rule}
              number={index + 1}
              problem={problem && patternProblem(problem)}
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
      <button type="button" className="button rules__add" onClick={add}>
        Add a rule
      </button>
      <input
        ref={file}
        type="file"
        accept=".json,application/json"
        aria-label="File of highlight rules"
        hidden
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          event.target.value = '';
          void chosen?.text().then((text) => {
            told(highlights.importText(text));
          });
        }}
      />
      <p className="rules__problem" role="status">
        {trouble}
      </p>
    </Dialog>
  );
};
