import { useMemo, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { Button, Tag } from 'antd';
import { PARAMETER_FILE_LIMIT, PARAMETER_SCHEMA_FILE } from '@batbot/core/parameters';
import type { WorkspaceDocument } from '@batbot/core/workspace';
import { lazyPart } from '../../react/lazy-part.tsx';
import { tabPath } from '../../react/paths.ts';
import { useSignedIn } from '../../react/use-signed-in.ts';
import { Collection } from '../controls/collection/Collection.tsx';
import {
  textColumn,
  timeColumn,
  type Column,
  type State,
} from '../controls/collection/collection-types.ts';
import { fileProblem } from '../controls/file-problem.ts';
import { OpenFileButton } from '../controls/OpenFileButton.tsx';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { useStandards } from '../parameters/use-standards.ts';
import { SyncNotes } from '../workspace/SyncNotes.tsx';
import { useLoadState } from '../workspace/use-workspace.ts';
import { useChangeWriter } from '../workspace/use-change-writer.ts';
import { ConfigViews } from './ConfigViews.tsx';
import { kindOf, publishedOf, stateOf, versionOf } from './standard-words.ts';

// Loaded when a row is opened.
const StandardDetails = lazyPart(
  async () => (await import('./StandardDetails.tsx')).StandardDetails,
  <p role="status">Loading…</p>,
);

const COLUMNS: readonly Column<WorkspaceDocument>[] = [
  textColumn('name', 'Name', ({ name }) => name),
  textColumn('kind', 'Kind', kindOf, { width: 108 }),
  timeColumn('at', 'Published', ({ createdAt }) => createdAt, 180),
  textColumn('version', 'Version', versionOf, { width: 108 }),
  textColumn('state', 'State', stateOf, { width: 124 }),
];
const STATES: readonly State<WorkspaceDocument>[] = [
  { key: 'sets', label: 'Standards', matches: ({ kind }) => kind === 'PARAMETER_SET' },
  { key: 'schemas', label: 'Schemas', matches: ({ kind }) => kind === 'PARAMETER_SCHEMA' },
];
const searchOf = ({ name, hash = '' }: WorkspaceDocument): string => `${name} ${hash}`;

/** Lists the standards and the schemas, with their versions and the packs that differ. */
export const StandardsScreen = () => {
  const standards = useStandards();
  const navigate = useNavigate();
  const { id } = useParams();
  const mayPublish = useSignedIn()?.permissions.uploadConfig === true;
  const [problem, setProblem] = useState<string>();
  const writer = useChangeWriter();
  const { sets, schemas } = standards;
  const rows = useMemo(
    () => [...sets, ...schemas].map(({ document }) => document),
    [sets, schemas],
  );
  const load = useLoadState(standards.state);
  const publishSchema = (text: string): void => {
    const schema = PARAMETER_SCHEMA_FILE.parse(text);
    setProblem(schema.ok ? undefined : `Not published: ${fileProblem(schema.error)}`);
    if (!schema.ok) return;
    const documentId = crypto.randomUUID();
    const { name } = schema.value;
    void writer.write({
      target: `document:${documentId}`,
      kind: 'publishDocument',
      input: {
        id: documentId,
        kind: 'PARAMETER_SCHEMA',
        name,
        body: schema.value,
        state: 'RELEASED',
      },
    });
  };
  return (
    <Collection<WorkspaceDocument>
      title="Standards"
      noun="document"
      rows={rows}
      load={load}
      name={({ name }) => name}
      meta={(row) => `${kindOf(row)} · ${publishedOf(row)}`}
      badge={(row) => row.state !== 'RELEASED' && <Tag>{stateOf(row)}</Tag>}
      columns={COLUMNS}
      defaultSort="name"
      search={searchOf}
      searchLabel="Name, version"
      states={STATES}
      extra={
        <>
          <ConfigViews shown="/standards" />
          {mayPublish && (
            <OpenFileButton
              label="Publish a schema…"
              file="File of a parameter schema"
              limit={PARAMETER_FILE_LIMIT}
              onText={publishSchema}
            />
          )}
        </>
      }
      notice={
        <>
          <ProblemAlert help="changeRefused" role="alert" title={problem ?? writer.problem} />
          <SyncNotes list="document" />
        </>
      }
      empty={{
        text: 'No standards yet. Plug in a pack that is set up right, read its parameters and publish them.',
        action: <Button onClick={() => void navigate(tabPath('config'))}>Read a device</Button>,
      }}
      detail={(row) => <StandardDetails key={row.id} row={row} standards={standards} />}
      path={{
        id,
        to: (next) => `${tabPath('config')}/standards${next === undefined ? '' : `/${next}`}`,
      }}
    />
  );
};
