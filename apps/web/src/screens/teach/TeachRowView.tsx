import { TARGETS, type FieldRule, type Target, type Unit } from '@batbot/core';
import { firstRule, MEANINGS, UNIT_WORDS, type TeachRow } from './teach-rows.ts';

interface Props {
  readonly row: TeachRow;
  readonly onChange: (rule: FieldRule | undefined) => void;
}

const targetOf = (value: string): Target | undefined => TARGETS.find((target) => target === value);

/** Cells and sensors told one by one carry a number of their own. */
const isNumbered = (to: Target): boolean => to === 'cells' || to === 'temps';

const RuleInputs = ({
  rule,
  name,
  onChange,
}: {
  readonly rule: FieldRule;
  readonly name: string;
  readonly onChange: (rule: FieldRule) => void;
}) => {
  const { units } = MEANINGS[rule.to];
  const changeUnit = (value: string): void => {
    const unit = units.find((each): each is Unit => each === value);
    if (unit !== undefined) onChange({ ...rule, unit });
  };
  const changeScale = (text: string): void => {
    const scale = Number(text);
    if (Number.isFinite(scale) && scale !== 0) onChange({ ...rule, scale });
  };
  const changeNumber = (text: string): void => {
    const index = Number(text);
    if (Number.isInteger(index) && index >= 1 && index <= 128) onChange({ ...rule, index });
  };
  return (
    <div className="teach__rule">
      {units.length > 1 && (
        <select
          className="select"
          aria-label={`Unit of ${name}`}
          value={rule.unit}
          onChange={({ target }) => {
            changeUnit(target.value);
          }}
        >
          {units.map((unit) => (
            <option key={unit} value={unit}>
              {UNIT_WORDS[unit]}
            </option>
          ))}
        </select>
      )}
      <label className="teach__number">
        <span>×</span>
        <input
          type="number"
          step="any"
          aria-label={`Factor of ${name}`}
          defaultValue={rule.scale}
          onChange={({ target }) => {
            changeScale(target.value);
          }}
        />
      </label>
      {isNumbered(rule.to) && (
        <label className="teach__number">
          <span>No.</span>
          <input
            type="number"
            min={1}
            max={128}
            aria-label={`Number of ${name}`}
            defaultValue={rule.index ?? 1}
            onChange={({ target }) => {
              changeNumber(target.value);
            }}
          />
        </label>
      )}
    </div>
  );
};

/** One field of the reply: what the device told, what it means, what the home view will show. */
export const TeachRowView = ({ row, onChange }: Props) => {
  const { key, told, rule, shown } = row;
  return (
    <tr>
      <th scope="row">
        <code>{key}</code>
      </th>
      <td className="tabular teach__told">{told}</td>
      <td>
        <select
          className="select"
          aria-label={`Meaning of ${key}`}
          value={rule?.to ?? ''}
          onChange={({ target }) => {
            const to = targetOf(target.value);
            onChange(to === undefined ? undefined : firstRule(to));
          }}
        >
          <option value="">Other value</option>
          {TARGETS.map((target) => (
            <option key={target} value={target}>
              {MEANINGS[target].word}
            </option>
          ))}
        </select>
      </td>
      <td>
        {rule !== undefined && (
          <RuleInputs key={rule.to} rule={rule} name={key} onChange={onChange} />
        )}
      </td>
      <td className="tabular">
        <output aria-label={`Shown as, ${key}`}>{shown}</output>
      </td>
    </tr>
  );
};
