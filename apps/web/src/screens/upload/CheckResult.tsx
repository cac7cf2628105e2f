import { Fragment, type ReactNode } from 'react';
import { Alert, Button, Flex, Progress, Tag } from 'antd';
import { faultyColumn, type ImportReport } from '@batbot/core/imports';
import { counted, countText, dateTimeText, DASH } from '../../text/format.ts';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { SmallTable } from '../controls/SmallTable.tsx';
import { reportText, TARGET_TEXT } from './upload-words.ts';
import type { ShownCheck } from './use-import-file.ts';

type RefusedRow = ImportReport['refusedRows'][number];
type Update = ImportReport['updates'][number];

/** The properties of both tables. */
const TABLE = {
  rowKey: 'line',
  pageSize: 10,
  scroll: { x: 'max-content' },
} as const;

/** Shows the cells of a refused row in the order of its columns, with the faulty one marked. */
const Cells = ({ row }: { readonly row: RefusedRow }) => (
  <span className="upload__cells ellipsis">
    {row.cells.map((cell, column) => (
      <Fragment key={column}>
        {column > 0 && ' | '}
        <bdi>{column === row.column ? <Tag color="error">{cell || DASH}</Tag> : cell}</bdi>
      </Fragment>
    ))}
  </span>
);

/** Shows what a check has found: the counts, the refused rows with line and reason, and the updates. */
export const CheckResult = ({
  check: { plan, report, share, importId },
  isShort,
  onSaveRefused,
  children,
}: {
  readonly check: ShownCheck;
  /** True to count refused and updated rows without listing them. */
  readonly isShort: boolean;
  readonly onSaveRefused: () => void;
  readonly children: ReactNode;
}) => (
  <Flex vertical gap="small">
    {importId === undefined && (
      <Progress aria-label="Checking the rows" percent={Math.floor(share * 100)} size="small" />
    )}
    <p role="status">
      <strong>{reportText(plan.kind, report)}</strong>
      {report.from !== undefined &&
        report.to !== undefined &&
        `, from ${dateTimeText(report.from)} to ${dateTimeText(report.to)}`}
    </p>
    <ProblemAlert
      help="fileRefused"
      role="alert"
      title={report.fatal}
      description="Nothing of this file can be imported. Correct the line and choose the file again."
    />
    {report.positionsRemoved > 0 && (
      <Alert
        type="info"
        showIcon
        title={`The map position of ${counted(report.positionsRemoved, 'pack')} is removed, because it belongs to the earlier place. Undoing the import restores it.`}
      />
    )}
    {children}
    {report.refused > 0 && importId !== undefined && (
      <Flex gap="small" align="center" wrap>
        <Button onClick={onSaveRefused}>
          Download the {counted(report.refused, 'refused row')} (CSV)
        </Button>
        {report.refused > report.refusedRows.length && (
          <span>The first {countText(report.refusedRows.length)} are shown.</span>
        )}
      </Flex>
    )}
    {report.refused > 0 && importId !== undefined && !isShort && (
      <SmallTable<RefusedRow>
        {...TABLE}
        title={() => 'Refused rows'}
        dataSource={report.refusedRows}
        columns={[
          { title: 'Line', dataIndex: 'line', width: 80, align: 'right' },
          { title: 'Column', render: (_, row) => <bdi>{faultyColumn(row, plan.header)}</bdi> },
          { title: 'Reason', dataIndex: 'reason', className: 'upload__long' },
          { title: 'Row', render: (_, row) => <Cells row={row} /> },
        ]}
      />
    )}
    {report.updates.length > 0 && importId !== undefined && !isShort && (
      <SmallTable<Update>
        {...TABLE}
        title={() => 'Updates'}
        dataSource={report.updates}
        columns={[
          { title: 'Line', dataIndex: 'line', width: 80, align: 'right' },
          { title: 'Pack', dataIndex: 'serial' },
          {
            title: 'Changes',
            className: 'upload__long',
            render: (_, { changes, removesPosition }) => (
              <>
                {changes.map(({ target, before, after }) => (
                  <div key={target}>
                    {TARGET_TEXT[target]}: <bdi>{before || DASH}</bdi> → <bdi>{after}</bdi>
                  </div>
                ))}
                {removesPosition && <div>Position on the map: removed</div>}
              </>
            ),
          },
        ]}
      />
    )}
  </Flex>
);
