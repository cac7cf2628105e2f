import { useId, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { Button, Form, Input, Space, type InputRef } from 'antd';
import { ok, type RecordedSession, type SessionInfo } from '@batbot/core';
import { changedQuery } from '../../react/changed-query.ts';
import { lazyPart } from '../../react/lazy-part.tsx';
import { Menu } from '../controls/Menu.tsx';
import { useCore } from '../../react/core-context.tsx';
import { useSessionPaths } from '../../react/paths.ts';
import { useLive } from '../../react/use-live.ts';
import { useSignedIn } from '../../react/use-signed-in.ts';
import { FormDialog } from '../controls/FormDialog.tsx';
import { fieldProblem } from '../controls/field-problem.tsx';
import { gatherParts } from '../controls/gather-parts.ts';
import { saveFile } from '../controls/save-file.ts';
import { LazySealDialog } from './sealing/lazy-dialogs.tsx';
import { DeleteQuestion } from './DeleteQuestion.tsx';
import { LIVE } from './sessions-view.ts';
import { fileName } from './texts.ts';
import { recordingProblem } from '../workspace/recording-problem.ts';

const UploadDialog = lazyPart(
  async () => (await import('../workspace/UploadDialog.tsx')).UploadDialog,
);

/** Spreadsheets read a file as UTF-8 only if it begins with this mark. */
const BYTE_ORDER_MARK = '\uFEFF';
/** Maximum length of a name, as in the core. */
const LONGEST_NAME = 80;

interface RenameProps {
  readonly info: SessionInfo;
  readonly onClose: () => void;
}

/** Asks for a new name. Enter saves, Esc cancels, and a counter shows the limit of the name. */
const RenameDialog = ({ info, onClose }: RenameProps) => {
  const { recording } = useCore();
  const field = useRef<InputRef>(null);
  const [name, setName] = useState(info.name);
  const [problem, setProblem] = useState<string>();
  const shown = fieldProblem('session-name', problem);
  const save = async (): Promise<void> => {
    const renamed = await recording.rename(info.id, name);
    if (renamed.ok) onClose();
    else setProblem(recordingProblem(renamed.error));
  };
  return (
    <FormDialog
      centered
      title="Rename session"
      afterOpenChange={(isOpen) => {
        if (isOpen) field.current?.focus({ cursor: 'all' });
      }}
      okText="Save name"
      onSubmit={() => void save()}
      onCancel={onClose}
    >
      <Form.Item style={{ marginBottom: 16 }} {...shown.item}>
        <Input
          ref={field}
          {...shown.field}
          showCount
          aria-label="Name of the session"
          maxLength={LONGEST_NAME}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </Form.Item>
    </FormDialog>
  );
};

type ExportKind = 'csv' | 'csv;' | 'jsonl';

interface Props {
  readonly session: RecordedSession;
  /** The info in the list of sessions. That of the opened session does not change when it is renamed. */
  readonly info: SessionInfo;
}

/** The actions of a session: compare, export, rename, upload, delete. */
export const SessionActions = ({ session, info }: Props) => {
  const { recording } = useCore();
  const state = useLive(recording.state$);
  const navigate = useNavigate();
  const paths = useSessionPaths();
  const [params, setParams] = useSearchParams();
  const [dialog, setDialog] = useState<'delete' | 'seal' | 'upload'>();
  const reasonId = useId();
  const [status, setStatus] = useState('');
  const permissions = useSignedIn()?.permissions;
  const mayUpload = permissions?.battAccess === true || permissions?.analytics === true;
  const isCurrent = state.kind === 'recording' && state.info.id === info.id;
  const isRenaming = params.get('rename') !== null;
  const setRenaming = (isOn: boolean): void => {
    setParams((before) => changedQuery(before, { rename: isOn ? '1' : '' }), { replace: true });
  };

  const save = async (kind: ExportKind): Promise<void> => {
    setStatus('Preparing…');
    const isJson = kind === 'jsonl';
    // A running recording has grown since it was opened.
    const present = isCurrent ? await recording.open(info.id) : ok(session);
    if (!present.ok) {
      setStatus(recordingProblem(present.error));
      return;
    }
    const parts = isJson
      ? await present.value.capture(info.name)
      : await present.value.csv(kind === 'csv' ? ',' : ';');
    if (!parts.ok) {
      setStatus(recordingProblem(parts.error));
      return;
    }
    const text = await gatherParts(parts.value);
    const name = fileName(info, isJson ? 'jsonl' : 'csv');
    const type = isJson ? 'application/jsonl' : 'text/csv';
    saveFile(name, type, isJson ? text : [BYTE_ORDER_MARK, ...text]);
    setStatus(`Saved as ${name}`);
  };

  return (
    <div className="row no-print">
      <Space.Compact>
        <Button onClick={() => void save('csv')}>Export CSV</Button>
        <Menu
          menu={{
            items: [
              { key: 'csv', label: 'CSV' },
              { key: 'csv;', label: 'CSV with ; and decimal comma' },
              { key: 'jsonl', label: 'JSONL (raw data)' },
              { type: 'divider' },
              { key: 'seal', label: 'Sealed…' },
            ],
            onClick: ({ key }) => {
              if (key === 'seal') setDialog('seal');
              else void save(key as ExportKind); // `key` is one of the keys above
            },
          }}
        >
          <Button aria-label="More exports" aria-haspopup="menu">
            ▾
          </Button>
        </Menu>
      </Space.Compact>
      <Button onClick={() => void navigate(paths.compare(`${info.id}@0`, info.id))}>
        Compare start and end
      </Button>
      <Button onClick={() => void navigate(paths.compare(info.id, LIVE))}>Compare with now</Button>
      <Button onClick={() => setRenaming(true)}>Rename</Button>
      <Menu
        trigger={isCurrent ? [] : ['click']}
        menu={{
          items: [
            ...(mayUpload ? [{ key: 'upload', label: 'Upload to the pack…' }] : []),
            { key: 'delete', label: 'Delete…', danger: true },
          ],
          onClick: ({ key }) => setDialog(key === 'upload' ? key : 'delete'),
        }}
      >
        {/* Not disabled, so that the Tab key reaches the reason. */}
        <Button
          aria-label="More actions"
          aria-haspopup="menu"
          aria-disabled={isCurrent}
          aria-describedby={isCurrent ? reasonId : undefined}
        >
          ⋯
        </Button>
      </Menu>
      {isCurrent && <span id={reasonId}>Stop the recording for more actions.</span>}
      <span role="status">{status}</span>
      {isRenaming && <RenameDialog info={info} onClose={() => setRenaming(false)} />}
      {dialog === 'delete' && (
        <DeleteQuestion
          sessions={[info]}
          onClose={(isDone) => {
            setDialog(undefined);
            if (isDone) void navigate(paths.list, { replace: true });
          }}
        />
      )}
      {dialog === 'upload' && <UploadDialog info={info} onClose={() => setDialog(undefined)} />}
      {dialog === 'seal' && (
        <LazySealDialog session={session} info={info} onClose={() => setDialog(undefined)} />
      )}
    </div>
  );
};
