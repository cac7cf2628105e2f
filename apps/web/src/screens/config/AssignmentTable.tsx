import { Button } from 'antd';
import type { Assignment } from '@batbot/core/workspace';
import { useSignedIn } from '../../react/use-signed-in.ts';
import { DASH, dateTimeText } from '../../text/format.ts';
import { AssetLink } from '../controls/AssetLink.tsx';
import { Confirm } from '../controls/Confirm.tsx';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { SmallTable } from '../controls/SmallTable.tsx';
import { audienceText } from '../parameters/target-options.ts';
import type { Standards } from '../parameters/use-standards.ts';
import { waitingText } from '../workspace/change-words.ts';
import { useChangeWriter } from '../workspace/use-change-writer.ts';

const sinceText = ({ createdAt, expiresAt, waiting }: Assignment): string => {
  if (waiting.length > 0) return waitingText(waiting);
  const since = createdAt === undefined ? DASH : dateTimeText(createdAt);
  return expiresAt === undefined ? since : `${since}, until ${dateTimeText(expiresAt)}`;
};

/** Lists the assignments of a standard. Users who may publish can end those in their accounts. */
export const AssignmentTable = ({
  rows,
  standards,
}: {
  readonly rows: readonly Assignment[];
  readonly standards: Standards;
}) => {
  const mayPublish = useSignedIn()?.permissions.uploadConfig === true;
  const { write, problem } = useChangeWriter();
  const end = ({ id, version }: Assignment): void => {
    void write({
      target: `assignment:${id}`,
      kind: 'setAssignment',
      input: { id, state: 'CANCELLED' },
      base: version,
    });
  };
  return (
    <>
      <ProblemAlert help="changeRefused" role="alert" title={problem} />
      <SmallTable<Assignment>
        rowKey="id"
        pageSize={10}
        dataSource={rows}
        columns={[
          {
            title: 'Assigned to',
            render: (_, row) => {
              const text = audienceText(row, standards);
              const pack = standards.packs.find(({ id }) => id === row.assetId);
              return pack === undefined ? (
                text
              ) : (
                <AssetLink id={pack.id} section="parameters">
                  {text}
                </AssetLink>
              );
            },
          },
          { title: 'Since', render: (_, row) => sinceText(row) },
          {
            title: <span className="visually-hidden">Action</span>,
            align: 'end',
            render: (_, row) =>
              mayPublish &&
              row.mayChange && (
                <Confirm
                  title="End this assignment?"
                  description="The packs keep their values. They are not compared with this standard any more."
                  okText="End it"
                  onConfirm={() => end(row)}
                >
                  <Button size="small" aria-label={`End… for ${audienceText(row, standards)}`}>
                    End…
                  </Button>
                </Confirm>
              ),
          },
        ]}
      />
    </>
  );
};
