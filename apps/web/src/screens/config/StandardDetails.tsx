import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button, Flex } from 'antd';
import {
  differencesOf,
  differenceText,
  parameterTexts,
  type ParameterSchema,
  type ParameterValues,
} from '@batbot/core/parameters';
import { isApplied, type Workspace, type WorkspaceDocument } from '@batbot/core/workspace';
import { lazyPart } from '../../react/lazy-part.tsx';
import { tabPath } from '../../react/paths.ts';
import { useSignedIn } from '../../react/use-signed-in.ts';
import { counted, countText } from '../../text/format.ts';
import { AssetLink } from '../controls/AssetLink.tsx';
import { Confirm } from '../controls/Confirm.tsx';
import { FactList } from '../controls/FactList.tsx';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { saveJson } from '../controls/save-file.ts';
import { SmallTable } from '../controls/SmallTable.tsx';
import type { Standard, Standards } from '../parameters/use-standards.ts';
import { useAnswer } from '../workspace/use-answer.ts';
import { useRows } from '../workspace/use-workspace.ts';
import { useChangeWriter } from '../workspace/use-change-writer.ts';
import { AssignmentTable } from './AssignmentTable.tsx';
import { publishedOf, stateOf, versionOf } from './standard-words.ts';

// Loaded when it is opened.
const AssignModal = lazyPart(
  async () => (await import('../parameters/AssignModal.tsx')).AssignModal,
);

const DRIFT_FAULTS = {
  unreachable: 'The server does not answer now.',
  expired: 'Your session on the server has ended. Log in again.',
  notOffered: 'This server does not compare packs with standards.',
  refused: 'The server does not have this standard yet.',
} as const;

/** Asks the server how many packs have the values of a standard, and lists those that differ. */
const DriftList = ({
  workspace,
  document: { id },
}: {
  readonly workspace: Workspace;
  readonly document: WorkspaceDocument;
}) => {
  const [drift, again] = useAnswer(useCallback(() => workspace.drift(id), [workspace, id]));
  if (drift?.ok !== true) {
    return (
      <p className="row" role="status">
        {drift === undefined ? '…' : DRIFT_FAULTS[drift.error.kind]}{' '}
        {again && (
          <Button size="small" onClick={again}>
            Retry
          </Button>
        )}
      </p>
    );
  }
  const { targets, same, differs, unknown, assets } = drift.value;
  return (
    <>
      <p role="status">
        {targets === 0
          ? 'No pack has this as its standard now.'
          : `${counted(differs, 'pack differs', 'packs differ')} from the standard · ${countText(same)} the same · ${countText(unknown)} not read yet`}
      </p>
      <ul aria-label="Packs that differ">
        {assets.map((each) => (
          <li key={each.id}>
            <AssetLink id={each.id} section="parameters">
              SN {each.serial}
            </AssetLink>
          </li>
        ))}
      </ul>
      {assets.length > 0 && assets.length < differs && (
        <p>And {countText(differs - assets.length)} more.</p>
      )}
    </>
  );
};

/** Returns values in the order of the schema; those that it does not have are last. */
const inOrder = (values: ParameterValues, schema: ParameterSchema | undefined) => {
  const keys = schema?.parameters.map(({ key }) => key) ?? [];
  const placeOf = (key: string): number => (keys.includes(key) ? keys.indexOf(key) : keys.length);
  return Object.entries(values).toSorted(([a], [b]) => placeOf(a) - placeOf(b));
};

const SetDetails = ({
  standard: { document, set },
  standards,
}: {
  readonly standard: Standard;
  readonly standards: Standards;
}) => {
  const { sets, schemaOf, workspace, assignments, now } = standards;
  const schema = schemaOf(set.schema);
  const waiting = useRows()[1].filter((each) => !isApplied(each)).length;
  const versions = sets.filter(
    (each) => each.document.name === document.name && each.document.id !== document.id,
  );
  const active = assignments.filter(
    ({ documentId, state, expiresAt }) =>
      documentId === document.id && state === 'ACTIVE' && (expiresAt ?? Infinity) > now,
  );
  return (
    <>
      <h3>Packs</h3>
      <p>{counted(active.length, 'active assignment')}.</p>
      {active.length > 0 && <AssignmentTable rows={active} standards={standards} />}
      {workspace !== undefined && (
        // Asked for again when the server has received a change, such as an assignment of this standard.
        <DriftList key={waiting} workspace={workspace} document={document} />
      )}
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
      <SmallTable
        dataSource={inOrder(set.values, schema).map(([key, value]) => {
          const { label, shown } = parameterTexts(schema, key);
          return { key, label, text: shown(value) };
        })}
        columns={[
          { title: 'Parameter', dataIndex: 'label' },
          { title: 'Value', dataIndex: 'text' },
        ]}
      />
    </>
  );
};

/** The details of a standard or a schema, with what can be done with it. */
export const StandardDetails = ({
  row,
  standards,
}: {
  readonly row: WorkspaceDocument;
  readonly standards: Standards;
}) => {
  const navigate = useNavigate();
  const mayPublish = useSignedIn()?.permissions.uploadConfig === true;
  const [isAssigning, setAssigning] = useState(false);
  const { write, problem } = useChangeWriter();
  const { id, name, state, version, body } = row;
  const standard = standards.sets.find((each) => each.document.id === id);
  const schema = standards.schemas.find((each) => each.document.id === id)?.schema;
  const retire = (): void => {
    void write({
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
          onClick={() => saveJson(`${name}.json`, JSON.stringify(body, null, 2))}
        >
          Export
        </Button>
        {mayPublish && state === 'RELEASED' && (
          <>
            {standard !== undefined && (
              <Button size="small" onClick={() => setAssigning(true)}>
                Assign…
              </Button>
            )}
            <Confirm
              title={`Withdraw “${name}”?`}
              description="It is not offered any more. Packs that have it keep it."
              okText="Withdraw"
              onConfirm={retire}
            >
              <Button size="small" danger>
                Withdraw…
              </Button>
            </Confirm>
          </>
        )}
      </Flex>
      <ProblemAlert help="changeRefused" role="alert" title={problem} />
      <FactList
        facts={(
          [
            ['State', stateOf(row)],
            ['Published', publishedOf(row)],
            ['Version', versionOf(row)],
            ['Schema', standard?.set.schema.name],
            ['Note', standard?.set.note],
            ['Source', schema?.source],
            ['Maker', schema?.maker],
            ['Hardware', schema?.hardware.join(', ')],
            ['Parameters', schema?.parameters.length],
          ] as const
        ).filter(([, value]) => value !== undefined)}
      />
      {standard !== undefined && <SetDetails standard={standard} standards={standards} />}
      {isAssigning && standard !== undefined && (
        <AssignModal
          standard={standard}
          standards={standards}
          onClose={() => setAssigning(false)}
        />
      )}
    </>
  );
};
