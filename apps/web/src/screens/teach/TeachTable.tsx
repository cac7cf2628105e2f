import { Button, Flex, Select } from 'antd';
import { useMemo, useState } from 'react';
import { numbersInText, readReply, replyText } from '@batbot/core';
import {
  TARGETS,
  unitsOf,
  type FieldRule,
  type ReplyRecord,
  type Target,
} from '@batbot/core/profiles';
import { useMedia } from '../../react/use-media.ts';
import { counted } from '../../text/format.ts';
import { NumberField } from '../controls/NumberField.tsx';
import { SmallTable } from '../controls/SmallTable.tsx';
import {
  duplicatesIn,
  isNumbered,
  MEANINGS,
  teachRows,
  UNIT_WORDS,
  withMeaning,
  withRule,
  type TeachRow,
} from './teach-rows.ts';

const OTHER = 'other';
type Choice = Target | typeof OTHER;
const CHOICES: { readonly value: Choice; readonly label: string }[] = [
  { value: OTHER, label: 'Other value' },
  ...TARGETS.map((value) => ({ value, label: MEANINGS[value] })),
];
const targetOf = (choice: Choice): Target | undefined => (choice === OTHER ? undefined : choice);

interface NumberInputProps {
  readonly name: string;
  readonly value: number;
  readonly isWhole?: true;
  readonly onChange: (value: number) => void;
}

const NumberInput = ({ name, value, isWhole, onChange }: NumberInputProps) => (
  <NumberField
    size="small"
    aria-label={name}
    value={value}
    {...(isWhole === undefined ? {} : { min: 1, max: 128, precision: 0 })}
    onChange={(next) => {
      if (next !== null && next !== 0) onChange(next);
    }}
  />
);

const RuleInputs = ({
  rule,
  name,
  onChange,
}: {
  readonly rule: FieldRule;
  readonly name: string;
  readonly onChange: (rule: FieldRule) => void;
}) => {
  const units = unitsOf(rule.to);
  return (
    <div className="row teach__rule">
      {units.length > 1 && (
        <Select
          size="small"
          aria-label={`Unit of ${name}`}
          value={rule.unit}
          options={units.map((value) => ({ value, label: UNIT_WORDS[value] }))}
          onChange={(unit) => onChange({ ...rule, unit })}
        />
      )}
      <span>×</span>
      <NumberInput
        name={`Factor of ${name}`}
        value={rule.scale}
        onChange={(scale) => onChange({ ...rule, scale })}
      />
      {isNumbered(rule.to) && (
        <Flex component="span" align="center" gap={8}>
          <span>no.</span>
          <NumberInput
            name={`Number of ${name}`}
            value={rule.index ?? 1}
            isWhole
            onChange={(index) => onChange({ ...rule, index })}
          />
        </Flex>
      )}
    </div>
  );
};

interface RawReplyProps {
  readonly lines: readonly string[];
  readonly marked: ReadonlySet<string>;
  readonly onMark: (key: string) => void;
}

/** The text of a reply without a known form. Each number in it can be marked. */
const RawReply = ({ lines, marked, onMark }: RawReplyProps) => {
  const text = replyText(lines);
  const numbers = numbersInText(text);
  return (
    <div className="stack stack-8">
      <p role="status">
        {lines.length === 0
          ? 'No reply yet. Connect the device: its values are then listed here.'
          : numbers.length === 0
            ? 'No numbers recognized in this reply.'
            : 'No values recognized in this reply. Mark its numbers by hand below.'}
      </p>
      <div className="teach__raw">
        {numbers.map(({ from, to }, index) => {
          const key = `#${index + 1}`;
          return (
            <span key={key}>
              {text.slice(numbers[index - 1]?.to ?? 0, from)}
              <Button
                size="small"
                type={marked.has(key) ? 'primary' : 'default'}
                aria-pressed={marked.has(key)}
                aria-label={`Mark ${text.slice(from, to)}, ${key}`}
                onClick={() => onMark(key)}
              >
                {text.slice(from, to)}
              </Button>
            </span>
          );
        })}
        {text.slice(numbers.at(-1)?.to ?? 0)}
      </div>
    </div>
  );
};

interface Props {
  readonly lines: readonly string[];
  readonly record: ReplyRecord;
  readonly currentPositive: 'charge' | 'discharge';
  readonly onChange: (record: ReplyRecord) => void;
}

/** The table of the fields of a reply and their meanings. */
export const TeachTable = ({ lines, record, currentPositive, onChange }: Props) => {
  const all = useMemo(
    () => teachRows(lines, record, currentPositive),
    [lines, record, currentPositive],
  );
  const isNarrow = useMedia('(width < 768px)');
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [extra, setExtra] = useState<ReadonlySet<string>>(new Set());
  const isRaw = useMemo(() => readReply(lines).format === 'raw', [lines]);
  const marked = new Set([...extra, ...Object.keys(record.fields)]);
  const rows = isRaw ? all.filter(({ key }) => marked.has(key)) : all;
  const duplicates = duplicatesIn(rows);
  const chosen = rows.filter(({ key }) => selected.includes(key));
  const mark = (key: string): void => {
    const without = new Set(extra);
    if (!without.delete(key)) without.add(key);
    setExtra(without);
    if (marked.has(key)) onChange(withRule(record, key, undefined));
  };
  const meaningOf = ({ key, field, rule }: TeachRow) => (
    <Select<Choice>
      showSearch={{ optionFilterProp: 'label' }}
      size="small"
      className="teach__meaning"
      aria-label={`Meaning of ${key}`}
      {...(duplicates.has(key) ? { status: 'error' as const } : {})}
      value={rule?.to ?? OTHER}
      options={CHOICES}
      onChange={(choice) => onChange(withMeaning(record, [field], targetOf(choice)))}
    />
  );
  const ruleOf = ({ key, rule }: TeachRow) =>
    rule !== undefined && (
      <RuleInputs
        rule={rule}
        name={key}
        onChange={(next) => onChange(withRule(record, key, next))}
      />
    );
  const previewOf = ({ key, shown }: TeachRow) =>
    duplicates.has(key) ? (
      <span className="tone-act" role="alert">
        ✕ {duplicates.get(key)}
      </span>
    ) : (
      <output aria-label={`Preview of ${key}`}>{shown}</output>
    );
  return (
    <>
      {isRaw && <RawReply lines={lines} marked={marked} onMark={mark} />}
      {(rows.length > 0 || !isRaw) && (
        <section>
          <Flex
            className="muted"
            wrap
            align="center"
            justify="end"
            gap={8}
            style={{ marginBottom: 8 }}
          >
            <span role="status">
              {chosen.length === 0
                ? 'Select rows to give them one meaning'
                : `${counted(chosen.length, 'row')} selected`}
            </span>
            <Select<Choice>
              showSearch={{ optionFilterProp: 'label' }}
              size="small"
              className="teach__meaning"
              aria-label="Meaning of the selected rows"
              placeholder="These are…"
              value={null}
              disabled={chosen.length === 0}
              options={CHOICES}
              onChange={(choice) => {
                const fields = chosen.map(({ field }) => field);
                onChange(withMeaning(record, fields, targetOf(choice)));
                setSelected([]);
              }}
            />
          </Flex>
          <SmallTable<TeachRow>
            dataSource={rows}
            className="teach__table"
            rowSelection={{
              selectedRowKeys: [...selected],
              onChange: (keys) => setSelected(keys.map(String)),
            }}
            columns={
              isNarrow
                ? [
                    {
                      title: 'Field',
                      key: 'key',
                      rowScope: 'row',
                      render: (_, row) => (
                        <>
                          <code>{row.key}</code>
                          <div>{row.raw}</div>
                        </>
                      ),
                    },
                    {
                      title: 'Meaning, unit × factor, number, preview',
                      key: 'meaning',
                      render: (_, row) => (
                        <>
                          {meaningOf(row)}
                          {ruleOf(row)}
                          {previewOf(row)}
                        </>
                      ),
                    },
                  ]
                : [
                    {
                      title: 'Field',
                      dataIndex: 'key',
                      rowScope: 'row',
                      render: (key: string) => <code>{key}</code>,
                    },
                    { title: 'Raw value', dataIndex: 'raw' },
                    { title: 'Meaning', render: (_, row) => meaningOf(row) },
                    { title: 'Unit × factor, number', render: (_, row) => ruleOf(row) },
                    { title: 'Preview', render: (_, row) => previewOf(row) },
                  ]
            }
          />
        </section>
      )}
    </>
  );
};
