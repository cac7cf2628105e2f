import { useMemo, useState, type KeyboardEvent } from 'react';
import { Alert, Modal, Upload } from 'antd';
import { createImporter, type Importer } from '@batbot/core/imports';
import type { Workspace } from '@batbot/core/workspace';
import { useDraft } from '../../react/drafts.tsx';
import { lazyPart } from '../../react/lazy-part.tsx';
import { useOpenedFile } from '../../react/opened-file.ts';
import { openImportFile } from '../../adapters/imports/import-file.ts';
import { onlyFirst } from '../controls/file-problem.ts';
import { TabHint } from '../controls/TabHint.tsx';
import { SyncNotes } from '../workspace/SyncNotes.tsx';
import { useReadyWorkspace } from '../workspace/use-workspace.ts';
import { WorkspaceGate } from '../workspace/WorkspaceGate.tsx';
import { ImportList } from './ImportList.tsx';
import type { Chosen } from './use-import-file.ts';
import './upload.css';

// Loaded when a file is chosen.
const FileImport = lazyPart(
  async () => (await import('./FileImport.tsx')).FileImport,
  <p role="status">Reading…</p>,
);

/** An import continues while the user is on another tab. */
const importers = new WeakMap<Workspace, Importer>();

const importerOf = (workspace: Workspace): Importer => {
  const known = importers.get(workspace) ?? createImporter({ workspace, now: Date.now });
  importers.set(workspace, known);
  return known;
};

const NONE: Chosen | undefined = undefined;

/** Opens the choice of files. antd's field for a file has the role of a button, but reacts only to Enter. */
const openWithSpace = (event: KeyboardEvent): void => {
  if (event.key !== ' ' || !(event.target instanceof HTMLElement)) return;
  event.preventDefault(); // the page does not scroll
  event.target.click();
};

const Imports = () => {
  const workspace = useReadyWorkspace();
  const importer = useMemo(() => importerOf(workspace), [workspace]);
  const draft = useDraft<Chosen | undefined>('upload', () => NONE);
  const chosen = draft.value;
  /** A file that was opened while another file is shown. */
  const [other, setOther] = useState<File>();
  const [edition, setEdition] = useState(0);
  /** The number of files that were dropped together. */
  const [dropped, setDropped] = useState(0);
  const choose = (file: File): void => {
    chosen?.source.close();
    setOther(undefined);
    setEdition(edition + 1);
    draft.change({ source: openImportFile(file), settings: {} });
  };
  useOpenedFile(['table'], ({ file }) => {
    if (chosen === undefined) choose(file);
    else setOther(file);
  });
  return (
    <>
      {other !== undefined && (
        <Modal
          open
          title={`Close ${chosen?.source.file.name ?? 'the file'} and open ${other.name}?`}
          okText="Open"
          onOk={() => {
            setDropped(0);
            choose(other);
          }}
          onCancel={() => setOther(undefined)}
        >
          What you chose for the columns is lost. What was imported stays.
        </Modal>
      )}
      {chosen === undefined ? (
        <div role="presentation" onKeyDown={openWithSpace}>
          <Upload.Dragger
            showUploadList={false}
            // A dropped file of another type is not ignored: the reader says why it cannot be imported.
            accept={{ format: '.csv,.tsv,.txt,.jsonl,text/csv,text/plain', filter: 'native' }}
            onDrop={({ dataTransfer }) => setDropped(dataTransfer.files.length)}
            beforeUpload={(file) => {
              choose(file);
              return false;
            }}
          >
            <p>
              <strong>Drop a file here, or click to choose one</strong>
            </p>
            <p>
              A list of packs, the log of a device or a file in the Battery Data Format as CSV, or a
              session that was exported from this app as CSV, JSONL or sealed: up to 200 MB. Nothing
              is changed before you have seen what would change.
            </p>
          </Upload.Dragger>
        </div>
      ) : (
        <>
          {dropped > 1 && (
            <Alert
              showIcon
              type="warning"
              role="alert"
              title={onlyFirst(dropped, chosen.source.file)}
            />
          )}
          <FileImport
            key={edition}
            chosen={chosen}
            importer={importer}
            onChange={draft.change}
            onEnd={() => {
              chosen.source.close();
              setDropped(0);
              draft.end();
            }}
          />
        </>
      )}
      <SyncNotes />
      <ImportList importer={importer} />
    </>
  );
};

/** Upload: imports files of packs and samples. */
export const UploadScreen = () => (
  <>
    <TabHint tab="upload" />
    <div className="page page--text stack">
      <h1>Upload</h1>
      <WorkspaceGate>
        <Imports />
      </WorkspaceGate>
    </div>
  </>
);
