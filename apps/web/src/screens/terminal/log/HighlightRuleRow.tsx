import { MARKS, type HighlightRule, type Mark } from '@batbot/core';
import { PatternField } from './PatternField.tsx';

/** A mark is told by its line, too: not by colour alone. */
const MARK_NAMES: Readonly<Record<Mark, string>> = {
  mark1: 'Yellow, thick line',
  mark2: 'Green, double line',
  mark3: 'Blue, dashed line',
  mark4: 'Magenta, dotted line',
  mark5: 'Cyan, wavy line',
  mark6: 'Red, thin line',
};

interface Props {
  readonly rule: HighlightRule;
  /** From 1. */
  readonly number: number;
  readonly problem: string | undefined;
  /** Just added: takes the focus. */
  readonly isNew: boolean;
  readonly onChange: (rule: HighlightRule) => void;
  readonly onRemove: () => void;
}

/** One rule: whether it is on, what it looks for, how that looks. */
export const HighlightRuleRow = (props: Props) => {
  const { rule, number, problem, isNew, onChange, onRemove } = props;
  return (
    <li>
      <div className="rules__row" role="group" aria-label={`Rule ${number}`}>
        <input
          type="checkbox"
          className="rules__on"
          aria-label="On"
          checked={rule.isOn}
          onChange={(event) => {
            onChange({ ...rule, isOn: event.target.checked });
          }}
        />
        <PatternField
          label="Pattern"
          placeholder="Text to highlight"
          query={rule}
          problem={problem}
          canChoose
          takesFocus={isNew}
          onChange={(query) => {
            onChange({ ...rule, ...query });
          }}
        />
        <span className={`rules__sample mark mark--${rule.mark}`} aria-hidden>
          Sample
        </span>
        <select
          className="select"
          aria-label="Look"
          value={rule.mark}
          onChange={(event) => {
            const mark = MARKS.find((each) => each === event.target.value);
            if (mark !== undefined) onChange({ ...rule, mark });
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
          aria-label="Remove"
          title="Remove"
          onClick={onRemove}
        >
          <span aria-hidden>✕</span>
        </button>
        {problem !== undefined && (
          <p className="rules__problem" role="status">
            {problem}
          </p>
        )}
      </div>
    </li>
  );
};
