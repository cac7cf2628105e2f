import { useEffect, useMemo, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { Alert, Button, Descriptions, Flex, Table, Tag } from 'antd';
import {
  differencesOf,
  differenceText,
  parameterOf,
  PARAMETER_FILE_LIMIT,
  PARAMETER_SCHEMA_FILE,
  shownValue,
} from '@batbot/core/parameters';
import type { Drift, Workspace, WorkspaceDocument } from '@batbot/core/workspace';
import { tabPath } from '../../react/paths.ts';
import { useSignedIn } from '../../react/use-signed-in.ts';
import { counted, countText, DASH, dateTimeText } from '../../text/format.ts';
import { Collection } from '../controls/collection/Collection.tsx';
import type { Column, State } from '../controls/collection/collection-types.ts';
import { fileProblem } from '../controls/file-problem.ts';
import { OpenFileButton } from '../controls/OpenFileButton.tsx';
import { saveFile } from '../controls/save-file.ts';
import { AssignModal } from '../parameters/AssignModal.tsx';
import { useStandards, type Standard, type Standards } from '../parameters/use-standards.ts';
import { NotAccepted } from '../workspace/NotAccepted.tsx';
import { SyncLine } from '../workspace/SyncLine.tsx';
import { ConfigViews } from './ConfigScreen.tsx';

const STATE_TEXTS = { DRAFT: 'Draft', RELEASED: 'Published', RETIRED: 'Withdrawn' } as const;
const stateOf = ({ state, waiting }: WorkspaceDocument): string =>
  waiting.length > 0 ? 'Not sent yet' : STATE_TEXTS[state];
const kindOf = ({ kind }: WorkspaceDocument): string =>
  kind === 'PARAMETER_SET' ? 'Standard' : 'Schema';
const publishedOf = ({ createdAt }: WorkspaceDocument): string =>
  createdAt === undefined ? DASH : dateTimeText(createdAt);
const versionOf = ({ hash }: WorkspaceDocument): string => hash?.slice(0, 8) ?? DASH;

const COLUMNS: readonly Column<WorkspaceDocument>[] = [
  { key: 'name', title: 'Name', text: ({ name }) => name, sortBy: ({ name }) => name },
  { key: 'kind', title: 'Kind', text: kindOf, sortBy: kindOf, width: 108 },
  {
    key: 'at',
    title: 'Published',
    text: publishedOf,
    sortBy: ({ createdAt }) => createdAt,
    width: 180,
  },
  { key: 'version', title: 'Version', text: versionOf, width: 108 },
  { key: 'state', title: 'State', text: stateOf, sortBy: stateOf, width: 124 },
];
const STATES: readonly State<WorkspaceDocument>[] = [
  { key: 'sets', label: 'Standards', matches: ({ kind }) => kind === 'PARAMETER_SET' },
  { key: 'schemas', label: 'Schemas', matches: ({ kind }) => kind === 'PARAMETER_SCHEMA' },
];
const idOf = ({ id }: WorkspaceDocument): string => id;
const searchOf = ({ name, hash = '' }: WorkspaceDocument): string => `${name} ${hash}`;

const DRIFT_FAULTS = {
  unreachable: 'The server does not answer now.',
  expired: 'Your session on the server has ended. Sign in again.',
  notOffered: 'This server does not compare packs with standards.',
  refused: 'The server does not know this standard yet.',
} as const;

/** Asks the server how many packs have the values of a standard, and lists those that differ. */
const DriftList = ({
  workspace,
  document: { id },
}: {
  readonly workspace: Workspace;
  readonly document: WorkspaceDocument;
}) => {
  const [drift, setDrift] = useState<Drift | string>();
  useEffect(() => {
    let isWanted = true;
    void workspace.drift(id).then((answer) => {
      if (isWanted) setDrift(answer.ok ? answer.value : DRIFT_FAULTS[answer.error.kind]);
    });
    return () => {
      isWanted = false;
    };
  }, [workspace, id]);
  if (drift === undefined || typeof drift === 'string') return <p role="status">{drift ?? '…'}</p>;
  const { targets, same, differs, unknown, assets } = drift;
  return (
    <>
      <p role="status">
        {targets === 0
          ? 'Not assigned to any pack.'
          : `${counted(differs, 'pack')} differ${differs === 1 ? 's' : ''} from the standard · ${countText(same)} the same · ${countText(unknown)} not read yet`}
      </p>
      <ul aria-label="Packs that differ">
        {assets.map((each) => (
          <li key={each.id}>
            <Link to={`${tabPath('assets')}?id=${each.id}&tab=parameters`}>SN {each.serial}</Link>
          </li>
        ))}
      </ul>
    </>
  );
};

const SetDetails = ({
  standard: { document, set },
  standards: { sets, schemas, workspace, assignments },
}: {
  readonly standard: Standard;
  readonly standards: Standards;
}) => {
  const schema = schemas.find((each) => each.schema.name === set.schema.name)?.schema;
  const versions = sets.filter(
    (each) => each.document.name === document.name && each.document.id !== document.id,
  );
  const active = assignments.filter(
    ({ documentId, state }) => documentId === document.id && state === 'ACTIVE',
  );
  return (
    <>
      <h3>Packs</h3>
      <p>{counted(active.length, 'active assignment')}.</p>
      {workspace !== undefined && <DriftList workspace={workspace} document={document} />}
      <h3>Versions</h3>
      {versions.length === 0 && <p>No other version.</p>}
      {versions.map((each) => (
        <p key={each.document.id}>
          {publishedOf(each.document)}, {versionOf(each.document)}:{' '}
          {schema === undefined
            ? 'the schema is not known here'
            : differencesOf(schema, each.set.values, set.values).map(differenceText).join('; ') ||
              'no difference'}
        </p>
      ))}
      <h3>Values</h3>
      <Table
        size="small"
        pagination={false}
        rowKey={([key]) => key}
        dataSource={Object.entries(set.values)}
        columns={[
          {
            title: 'Parameter',
            render: (_, [key]) => (schema && parameterOf(schema, key)?.label) ?? key,
          },
          {
            title: 'Value',
            render: (_, [key, value]) => {
              const parameter = schema && parameterOf(schema, key);
              return parameter === undefined ? String(value) : shownValue(parameter, value);
            },
          },
        ]}
      />
    </>
  );
};

const Details = ({
  row,
  standards,
}: {
  readonly row: WorkspaceDocument;
  readonly standards: Standards;
}) => {
  const navigate = useNavigate();
  const mayPublish = useSignedIn()?.permissions.uploadConfig === true;
  const [isAssigning, setAssigning] = useState(false);
  const { id, name, state, version, body } = row;
  const standard = standards.sets.find((each) => each.document.id === id);
  const schema = standards.schemas.find((each) => each.document.id === id)?.schema;
  const retire = (): void => {
    void standards.workspace?.change({
      target: `document:${id}`,
      kind: 'retireDocument',
      input: { id },
      base: version,
    });
  };
  return (
    <>
      <Flex gap="small" wrap>
        {standard !== undefined && (
          <Button
            size="small"
            onClick={() => void navigate(`${tabPath('config')}?group=all&compare=set:${id}`)}
          >
            Compare with the device
          </Button>
        )}
        <Button
          size="small"
          onClick={() => {
            saveFile(document, `${name}.json`, 'application/json', [JSON.stringify(body, null, 2)]);
          }}
        >
          Export
        </Button>
        {mayPublish && state === 'RELEASED' && (
          <>
            {standard !== undefined && (
              <Button
                size="small"
                onClick={() => {
                  setAssigning(true);
                }}
              >
                Assign …
              </Button>
            )}
            <Button size="small" danger onClick={retire}>
              Withdraw
            </Button>
          </>
        )}
      </Flex>
      <Descriptions
        column={1}
        size="small"
        items={[
          { label: 'State', children: stateOf(row) },
          { label: 'Published', children: publishedOf(row) },
          { label: 'Version', children: versionOf(row) },
          { label: 'Schema', children: standard?.set.schema.name },
          { label: 'Note', children: standard?.set.note },
          { label: 'Source', children: schema?.source },
          { label: 'Maker', children: schema?.maker },
          { label: 'Hardware', children: schema?.hardware.join(', ') },
          { label: 'Parameters', children: schema?.parameters.length },
        ]
          .filter(({ children }) => children !== undefined)
          .map((item) => ({ key: item.label, ...item }))}
      />
      {standard !== undefined && <SetDetails standard={standard} standards={standards} />}
      {isAssigning && standard !== undefined && (
        <AssignModal
          standard={standard}
          standards={standards}
          onClose={() => {
            setAssigning(false);
          }}
        />
      )}
    </>
  );
};

/** Lists the standards and the schemas, with their versions and the packs that differ. */
export const StandardsScreen = () => {
  const standards = useStandards();
  const navigate = useNavigate();
  const { id } = useParams();
  const mayPublish = useSignedIn()?.permissions.uploadConfig === true;
  const [problem, setProblem] = useState<string>();
  const { workspace, sets, schemas } = standards;
  const rows = useMemo(
    () => [...sets, ...schemas].map(({ document }) => document),
    [sets, schemas],
  );
  const publishSchema = (text: string): void => {
    const schema = PARAMETER_SCHEMA_FILE.parse(text);
    setProblem(schema.ok ? undefined : `Not published: ${fileProblem(schema.error)}`);
    if (!schema.ok) return;
    const documentId = crypto.randomUUID();
    const { name } = schema.value;
    void workspace?.change({
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
      load={{ kind: workspace === undefined ? 'loading' : 'ready' }}
      rowKey={idOf}
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
              label="Publish a schema …"
              file="File of a parameter schema"
              limit={PARAMETER_FILE_LIMIT}
              onText={publishSchema}
            />
          )}
        </>
      }
      notice={
        <>
          {problem !== undefined && <Alert type="error" showIcon role="alert" title={problem} />}
          {workspace !== undefined && (
            <>
              <NotAccepted workspace={workspace} />
              <SyncLine workspace={workspace} />
            </>
          )}
        </>
      }
      empty={{
        text: 'No standards yet. Plug in a pack that is set up right, read its parameters and publish them.',
        action: <Button onClick={() => void navigate(tabPath('config'))}>Read a device</Button>,
      }}
      detail={(row) => <Details key={row.id} row={row} standards={standards} />}
      path={{
        id,
        to: (next) => `${tabPath('config')}/standards${next === undefined ? '' : `/${next}`}`,
      }}
    />
  );
};
