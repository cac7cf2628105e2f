import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { ArrowDownOutlined, ArrowUpOutlined, CloseOutlined } from '@ant-design/icons';
import {
  Button,
  Checkbox,
  Flex,
  Form,
  Input,
  Select,
  type FormListOperation,
  type InputRef,
} from 'antd';
import { SEQUENCE_LIMITS, type Sequence } from '@batbot/core/procedures';
import type { FileProblem } from '@batbot/core';
import { useFirstFocus } from '../../../react/use-first-focus.ts';
import { DraftForm } from '../forms/DraftForm.tsx';
import { PLAIN_TEXT } from '../forms/plain-text.ts';
import { NumberField } from '../../controls/NumberField.tsx';
import {
  EXPECT_CHOICES,
  fieldOf,
  newStepForm,
  sequenceOf,
  type SequenceForm,
  type StepForm,
} from './sequence-form.ts';
import { procedureProblem } from './sequence-words.ts';

const ON_FAIL = [
  { value: 'stop', label: 'Stop' },
  { value: 'continue', label: 'Continue' },
];

interface StepProps {
  /** Index of the step. */
  readonly index: number;
  readonly count: number;
  readonly operation: Pick<FormListOperation, 'add' | 'move' | 'remove'>;
  /** Called with the index of the step that gets the focus. */
  readonly onFocus: (index: number) => void;
  readonly onProblem: (problem: string) => void;
}

/** Edits a step. Keys can add, move and remove steps. */
const StepFields = ({ index, count, operation, onFocus, onProblem }: StepProps) => {
  // the value of the field below
  const expect = Form.useWatch(['steps', index, 'expect']) as StepForm['expect'] | undefined;
  const number = index + 1;
  const needsText = expect === 'text' || expect === 'pattern';

  const add = (): void => {
    if (count >= SEQUENCE_LIMITS.steps) {
      onProblem(`A sequence has at most ${SEQUENCE_LIMITS.steps} steps.`);
      return;
    }
    operation.add(newStepForm(), number);
    onFocus(number);
  };
  const move = (by: 1 | -1): void => {
    const to = index + by;
    if (to < 0 || to >= count) return;
    operation.move(index, to);
    onFocus(to);
  };
  const remove = (): void => {
    if (count === 1) {
      onProblem('A sequence has at least one step.');
      return;
    }
    operation.remove(index);
    onFocus(Math.min(index, count - 2));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey && event.key === 'ArrowUp') move(-1);
    else if (event.altKey && event.key === 'ArrowDown') move(1);
    else if (event.altKey && event.key === 'Delete') remove();
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      if (event.target.role === 'combobox') return; // the key selects in the list
      add();
    } else return;
    event.preventDefault();
  };

  return (
    <li className="box" onKeyDown={onKeyDown}>
      <Flex align="center" gap={4}>
        <span className="hint" aria-hidden>
          {number}
        </span>
        <Form.Item name={[index, 'command']} noStyle>
          <Input
            className="mono grow"
            aria-label={`Command of step ${number}`}
            placeholder="AT+…"
            maxLength={SEQUENCE_LIMITS.command}
            {...PLAIN_TEXT}
          />
        </Form.Item>
        <Button
          type="text"
          icon={<ArrowUpOutlined aria-hidden />}
          aria-label={`Move step ${number} up`}
          title="Move up (Alt+↑)"
          disabled={index === 0}
          onClick={() => move(-1)}
        />
        <Button
          type="text"
          icon={<ArrowDownOutlined aria-hidden />}
          aria-label={`Move step ${number} down`}
          title="Move down (Alt+↓)"
          disabled={number === count}
          onClick={() => move(1)}
        />
        <Button
          type="text"
          icon={<CloseOutlined aria-hidden />}
          aria-label={`Remove step ${number}`}
          title="Remove (Alt+Delete)"
          onClick={remove}
        />
      </Flex>
      <div className="draft-form__row">
        <Form.Item name={[index, 'expect']} label="Expects">
          <Select options={[...EXPECT_CHOICES]} />
        </Form.Item>
        <Form.Item name={[index, 'onFail']} label="If it fails">
          <Select options={ON_FAIL} />
        </Form.Item>
        <Form.Item name={[index, 'delayMs']} label="Delay, ms">
          <NumberField controls={false} />
        </Form.Item>
        <Form.Item name={[index, 'timeoutMs']} label="Timeout, ms">
          <NumberField controls={false} />
        </Form.Item>
        {needsText && (
          <Form.Item
            name={[index, 'wanted']}
            label={expect === 'text' ? 'Text in the reply' : 'Regular expression'}
            className="span-all"
          >
            <Input
              aria-label={`Expected in the reply to step ${number}`}
              maxLength={SEQUENCE_LIMITS.expected}
              {...PLAIN_TEXT}
            />
          </Form.Item>
        )}
      </div>
    </li>
  );
};

interface Props {
  readonly initial: SequenceForm;
  readonly isChanged: boolean;
  readonly isNew: boolean;
  readonly onChange: (form: SequenceForm) => void;
  readonly onSave: (sequence: Sequence) => FileProblem | undefined;
  readonly onCancel: () => void;
}

/** Edits a sequence in a form. The core checks it, and the invalid field gets the focus. */
export const SequenceEditor = (props: Props) => {
  const { initial, isChanged, isNew, onChange, onSave, onCancel } = props;
  const [form] = Form.useForm<SequenceForm>();
  const isEndless = Form.useWatch('isEndless', form) ?? initial.isEndless;
  const [problem, setProblem] = useState('');
  const name = useFirstFocus<InputRef>();
  /** The step whose command is focused after rendering. */
  const focused = useRef<number>(undefined);
  useEffect(() => {
    if (focused.current === undefined) return;
    form.focusField(['steps', focused.current, 'command']);
    focused.current = undefined;
  });

  return (
    <DraftForm
      label={isNew ? 'New sequence' : 'Edit sequence'}
      form={form}
      initial={initial}
      isChanged={isChanged}
      problem={problem}
      onProblem={setProblem}
      onChange={onChange}
      onSave={(values) => {
        const wrong = onSave(sequenceOf(values));
        if (wrong === undefined) return;
        setProblem(procedureProblem(wrong, 'It'));
        form.focusField(fieldOf(wrong.path));
      }}
      onCancel={onCancel}
    >
      <Form.Item name="name" label="Name">
        <Input ref={name} maxLength={SEQUENCE_LIMITS.name} autoComplete="off" />
      </Form.Item>
      <div className="draft-form__row">
        <Form.Item name="loops" label="Repeat">
          <NumberField controls={false} disabled={isEndless} />
        </Form.Item>
        <Form.Item name="pauseMs" label="Pause between, ms">
          <NumberField controls={false} />
        </Form.Item>
        <Form.Item name="isEndless" valuePropName="checked">
          <Checkbox>Forever</Checkbox>
        </Form.Item>
      </div>
      <Form.List name="steps">
        {(fields, operation) => (
          <Flex vertical align="stretch" gap={8}>
            <ol className="procedures__list stack stack-8" aria-label="Steps">
              {fields.map(({ key, name: index }) => (
                <StepFields
                  key={key}
                  index={index}
                  count={fields.length}
                  operation={operation}
                  onFocus={(step) => {
                    focused.current = step;
                  }}
                  onProblem={setProblem}
                />
              ))}
            </ol>
            <Button
              className="start"
              disabled={fields.length >= SEQUENCE_LIMITS.steps}
              onClick={() => {
                focused.current = fields.length;
                operation.add(newStepForm());
              }}
            >
              Add a step
            </Button>
          </Flex>
        )}
      </Form.List>
      <p className="hint">
        In a step: <kbd>Enter</kbd> adds one, <kbd>Alt</kbd>+<kbd>↑</kbd> <kbd>↓</kbd> moves it,{' '}
        <kbd>Alt</kbd>+<kbd>Delete</kbd> removes it.
      </p>
    </DraftForm>
  );
};
