import { useEffect, useRef, useState } from 'react';
import { ArrowUpOutlined, CloseOutlined } from '@ant-design/icons';
import { Alert, Button, Flex, Form, Input, Modal, type InputRef } from 'antd';
import { QUICK_GROUP_FILE_LIMIT, type QuickGroup } from '@batbot/core';
import { useCore } from '../../../react/core-context.tsx';
import type { Draft } from '../../../react/drafts.tsx';
import { useLive } from '../../../react/use-live.ts';
import { OpenFileButton } from '../../controls/OpenFileButton.tsx';
import { saveJson } from '../../controls/save-file.ts';
import { groupsProblem, NOT_SAVED } from '../forms/file-words.ts';
import { PLAIN_TEXT } from '../forms/plain-text.ts';
import { ResultLine, type ActionResult } from '../forms/ResultLine.tsx';

export interface QuickDraft {
  readonly five: readonly string[];
  readonly groups: readonly QuickGroup[];
}

/** Returns the first of `Group`, `Group 2` … that is not used. */
const freeName = (groups: readonly QuickGroup[]): string => {
  const taken = new Set(groups.map(({ name }) => name));
  let number = 1;
  while (taken.has(number === 1 ? 'Group' : `Group ${number}`)) number += 1;
  return number === 1 ? 'Group' : `Group ${number}`;
};

/** Returns the groups to save, without rows that have no command. */
const tidy = (groups: readonly QuickGroup[]): readonly QuickGroup[] =>
  groups.map((group) => ({
    ...group,
    buttons: group.buttons.filter(({ command }) => command.trim() !== ''),
  }));

interface GroupProps {
  /** Index of the group. */
  readonly index: number;
  readonly onDelete: () => void;
}

const GroupFields = ({ index, onDelete }: GroupProps) => {
  const name = (Form.useWatch(['groups', index, 'name']) as string | undefined) ?? ''; // the value of the field below
  return (
    <fieldset className="box">
      <legend className="visually-hidden">{name}</legend>
      <Flex gap={8}>
        <Form.Item name={[index, 'name']} noStyle>
          <Input aria-label="Name of the group" maxLength={40} />
        </Form.Item>
        <Button type="text" onClick={onDelete}>
          Delete group
        </Button>
      </Flex>
      <Form.List name={[index, 'buttons']}>
        {(buttons, { add, remove, move }) => (
          <>
            {buttons.map(({ key, name: at }) => (
              <Flex key={key} wrap gap={4} className="quick-form__row">
                <Form.Item name={[at, 'label']} noStyle>
                  <Input
                    aria-label={`Label ${at + 1} of ${name}`}
                    placeholder="Label"
                    maxLength={40}
                  />
                </Form.Item>
                <Form.Item name={[at, 'command']} noStyle>
                  <Input
                    className="mono"
                    aria-label={`Command ${at + 1} of ${name}`}
                    placeholder="Command"
                    maxLength={256}
                    {...PLAIN_TEXT}
                  />
                </Form.Item>
                <Button
                  aria-label={`Move button ${at + 1} up`}
                  icon={<ArrowUpOutlined aria-hidden />}
                  disabled={at === 0}
                  onClick={() => move(at, at - 1)}
                />
                <Button
                  aria-label={`Delete button ${at + 1}`}
                  icon={<CloseOutlined aria-hidden />}
                  onClick={() => remove(at)}
                />
              </Flex>
            ))}
            <Button className="start" type="text" onClick={() => add({ label: '', command: '' })}>
              + Button
            </Button>
          </>
        )}
      </Form.List>
    </fieldset>
  );
};

interface Props {
  readonly draft: Draft<QuickDraft>;
  readonly onClose: () => void;
}

/** Edits the five quick commands and all groups. Groups can be exported and imported. Changes apply on Save. */
export const QuickCommandsEditor = ({ draft, onClose }: Props) => {
  const { quickCommands, quickGroups } = useCore().terminal;
  const saved = useLive(quickGroups.groups$);
  const { five, groups } = draft.value;
  const [form] = Form.useForm<QuickDraft>();
  const [result, setResult] = useState<ActionResult>();
  const field = useRef<InputRef>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const [firstEmpty] = useState(() => Math.max(0, five.indexOf('')));

  useEffect(() => {
    // Without a draft, the form shows the saved values, also those that another tab saves.
    if (!draft.isChanged) form.setFieldsValue({ five: [...five], groups: [...groups] });
  }, [form, draft.isChanged, five, groups]);
  /** Saves the draft. Returns whether the storage kept it; undefined if the groups are not valid. */
  const saveDraft = (failed: string): boolean | undefined => {
    // Groups that are not changed may have been saved meanwhile.
    const wanted = tidy(groups);
    const isSame = JSON.stringify(wanted) === JSON.stringify(tidy(draft.from.groups));
    const outcome = quickGroups.save(isSame ? saved : wanted);
    if (outcome.ok) {
      // The commands that are not changed may have been saved meanwhile.
      const kept = five.map((command, at) => {
        const text = command.trim();
        return text === draft.from.five[at] || quickCommands.save(at, text).ok;
      });
      return outcome.value.kept && kept.every(Boolean);
    }
    setResult({ isBad: true, text: `${failed}: ${groupsProblem(outcome.error, groups)}` });
    const [, group, key] = outcome.error.path.split('.');
    if (key === 'name') form.focusField(['groups', Number(group) - 1, 'name']);
    return undefined;
  };
  const save = (): void => {
    const isKept = saveDraft('Not saved');
    if (isKept === undefined) return;
    const isNew = groups.length > 0 && saved.length === 0;
    if (isNew && quickGroups.shown$.value === undefined) quickGroups.show(groups.at(-1)?.name);
    draft.end();
    if (isKept) onClose();
    else setResult({ isBad: true, text: NOT_SAVED });
  };
  const open = (text: string): void => {
    // Saves changes first, because the imported file would replace them.
    const isDraftKept = !draft.isChanged || saveDraft('Not imported');
    if (isDraftKept === undefined) return;
    const imported = quickGroups.importFile(text);
    if (imported.ok) {
      const { names, kept } = imported.value;
      const isKept = isDraftKept && kept;
      draft.end();
      quickGroups.show(names[0]);
      const done = `Imported: ${names.join(', ') || 'no groups'}.`;
      setResult({ isBad: !isKept, text: isKept ? done : `${done} ${NOT_SAVED}` });
    } else setResult({ isBad: true, text: `Not imported: ${groupsProblem(imported.error)}` });
  };
  const exportFile = (): void => saveJson('quick-commands.json', quickGroups.exportFile());

  return (
    <Modal
      open
      title="Quick commands"
      onCancel={onClose}
      afterOpenChange={(isOpen) => {
        if (isOpen) field.current?.focus();
      }}
      footer={
        <Flex wrap gap={8}>
          <Flex gap={8}>
            <OpenFileButton
              label="Import"
              file="File with groups"
              limit={QUICK_GROUP_FILE_LIMIT}
              onText={open}
            />
            <Button disabled={saved.length === 0} onClick={exportFile}>
              Export
            </Button>
          </Flex>
          <Flex gap={8} flex="auto" justify="end">
            <Button onClick={onClose}>Close</Button>
            <Button type="primary" onClick={save}>
              Save
            </Button>
          </Flex>
        </Flex>
      }
    >
      <Form
        form={form}
        className="stack"
        initialValues={draft.value}
        onValuesChange={() => draft.change(form.getFieldsValue(true) as QuickDraft)}
      >
        <fieldset className="box">
          <legend>Saved</legend>
          {five.map((_, index) => (
            <Form.Item key={index} name={['five', index]} noStyle>
              <Input
                className="mono"
                aria-label={`Saved text ${index + 1}`}
                prefix={<span aria-hidden>{index + 1}</span>}
                placeholder="Empty"
                ref={index === firstEmpty ? field : null}
                onPressEnter={save}
                {...PLAIN_TEXT}
              />
            </Form.Item>
          ))}
        </fieldset>
        <Form.List name="groups">
          {(fields, { add, remove }) => (
            <>
              {fields.map(({ key, name }) => (
                <GroupFields
                  key={key}
                  index={name}
                  onDelete={() => {
                    remove(name);
                    addButton.current?.focus(); // before the focused button is removed
                  }}
                />
              ))}
              <Button
                ref={addButton}
                className="start"
                onClick={() => add({ name: freeName(groups), buttons: [] })}
              >
                + Group
              </Button>
            </>
          )}
        </Form.List>
        {draft.isChanged && (
          <Alert
            type="warning"
            title="Unsaved changes are kept as a draft."
            action={
              <Button size="small" type="text" onClick={draft.end}>
                Discard changes
              </Button>
            }
          />
        )}
        <ResultLine result={result} />
      </Form>
    </Modal>
  );
};
