import { useState } from 'react';
import { Button, Form, Input, Select } from 'antd';
import { plainLine } from '@batbot/core';
import type { Level } from '@batbot/core/workspace';
import { useDraft } from '../../react/drafts.tsx';
import { fieldProblem } from '../controls/field-problem.tsx';
import { FormDialog } from '../controls/FormDialog.tsx';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import type { TreeRow } from './account-tree.ts';
import { levelFlags } from './rights.ts';
import { RightsFields } from './RightsFields.tsx';
import { useAccountAction } from './use-account-action.ts';

interface Props {
  readonly levels: readonly Level[];
  /** The user's own account. */
  readonly own: TreeRow;
  readonly onClose: () => void;
}

/** The fields of a level while they are edited. */
type LevelTexts = Level['body'] & Pick<Level, 'name'> & Partial<Pick<Level, 'version'>>;

const NEW = '';
const LONGEST_NAME = 40;

const LevelForm = ({
  level,
  levels,
  own,
  report,
  onReport,
  onDone,
}: Omit<Props, 'onClose'> & {
  /** Undefined for a new level. */
  readonly level: Level | undefined;
  readonly report: string;
  /** Receives what was done, or an empty text at the next change. */
  readonly onReport: (report: string) => void;
  /** Receives the id of the saved level; undefined after a level was withdrawn. */
  readonly onDone: (id?: string) => void;
}) => {
  const [newId] = useState(() => crypto.randomUUID());
  const id = level?.id ?? newId;
  const draft = useDraft<LevelTexts>(`level ${level?.id ?? NEW}`, () =>
    level === undefined
      ? { name: '', flags: [], maxSubUsers: 0 }
      : { name: level.name, version: level.version, ...level.body },
  );
  const { run, isBusy, problem } = useAccountAction();
  const [wrong, setWrong] = useState<string>();
  const problemOfName = fieldProblem('level-name', wrong);
  const isForeign = level !== undefined && level.ownerId === undefined;
  const change = (next: Partial<LevelTexts>): void => {
    onReport('');
    draft.change({ ...draft.value, ...next });
  };

  const save = async (): Promise<void> => {
    const { flags, maxSubUsers } = draft.value;
    const name = plainLine(draft.value.name);
    const isTaken = levels.some((each) => each.name === name && each.id !== id);
    const found = name === '' ? 'Enter a name.' : 'There is a level with this name already.';
    setWrong(name === '' || isTaken ? found : undefined);
    if (name === '' || isTaken) return;
    const body = { flags, maxSubUsers };
    const input = { id, kind: 'LEVEL_PRESET', name, body, state: 'RELEASED' };
    const base = problem === undefined ? draft.from.version : level?.version; // as in RightsEditor
    if (!(await run([{ kind: 'publishDocument', input, base }]))) return;
    draft.end();
    onReport('✓ Saved.');
    onDone(id);
  };
  const withdraw = async (): Promise<void> => {
    onReport('');
    if (!(await run([{ kind: 'retireDocument', input: { id }, base: level?.version }]))) return;
    draft.end();
    onReport('✓ Withdrawn.');
    onDone();
  };

  return (
    <>
      {level === undefined && (
        <Form.Item label="Name" htmlFor="level-name" {...problemOfName.item}>
          <Input
            id="level-name"
            {...problemOfName.field}
            maxLength={LONGEST_NAME}
            readOnly={isBusy}
            value={draft.value.name}
            onChange={({ target }) => change({ name: target.value })}
          />
        </Form.Item>
      )}
      <RightsFields
        rights={draft.value}
        flags={levelFlags(draft.value, own)}
        limit={own.maxSubUsers}
        isFixed={isForeign || isBusy}
        onChange={change}
      />
      <ProblemAlert help="accountRefused" role="alert" title={problem} />
      {isForeign ? (
        <p>An account above defined this level.</p>
      ) : (
        <div className="row level-actions">
          <Button
            type="primary"
            loading={isBusy}
            disabled={!draft.isChanged}
            onClick={() => void save()}
          >
            Save level
          </Button>
          {level !== undefined && (
            <Button danger loading={isBusy} onClick={() => void withdraw()}>
              Withdraw level
            </Button>
          )}
          <span aria-hidden>{report}</span>
        </div>
      )}
    </>
  );
};

/** Edits the levels, which propose rights for accounts. Accounts keep their rights when their level changes. */
export const LevelsDialog = ({ levels, own, onClose }: Props) => {
  const [id, setId] = useState(levels[0]?.id ?? NEW);
  const [report, setReport] = useState('');
  const level = levels.find((each) => each.id === id);
  return (
    <FormDialog title="Levels" footer={null} mask={{ closable: false }} onCancel={onClose}>
      <Form layout="vertical" component="div">
        <Form.Item
          label="Level"
          htmlFor="level-choice"
          extra="Accounts keep their permissions until the level is chosen for them again."
        >
          <Select
            id="level-choice"
            value={level?.id ?? NEW}
            options={[
              ...levels.map((each) => ({ value: each.id, label: each.name })),
              { value: NEW, label: 'New level…' },
            ]}
            onChange={(chosen) => {
              setReport('');
              setId(chosen);
            }}
          />
        </Form.Item>
        <LevelForm
          key={level?.id ?? NEW}
          level={level}
          levels={levels}
          own={own}
          report={report}
          onReport={setReport}
          onDone={(saved = NEW) => setId(saved)}
        />
        {/* Outside the form of a level, which is another one after a new level is saved or a level is withdrawn. */}
        <p className="visually-hidden" role="status">
          {report}
        </p>
      </Form>
    </FormDialog>
  );
};
