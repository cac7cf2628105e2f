import { useState } from 'react';
import { Button, Radio, Space } from 'antd';
import { isApplied } from '@batbot/core/workspace';
import { useLive } from '../../react/use-live.ts';
import { counted } from '../../text/format.ts';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { saveJson } from '../controls/save-file.ts';
import { SyncLine } from './SyncLine.tsx';
import { UnsentDraft } from './UnsentDraft.tsx';
import { useReadyWorkspace, useRows } from './use-workspace.ts';

/** What happens to unsent changes at logout. */
export type UnsentChoice = 'keep' | 'discard';

/** Lists unsent changes in the logout question. The user can send, export, keep or discard them. */
export const UnsentChanges = ({
  choice,
  onChoice,
}: {
  readonly choice: UnsentChoice;
  readonly onChoice: (choice: UnsentChoice) => void;
}) => {
  const workspace = useReadyWorkspace();
  const unsent = useRows()[1].filter((item) => !isApplied(item));
  const unreadable = useLive(workspace.outbox.unreadable$);
  const [isExported, setExported] = useState(false);
  if (unsent.length === 0) return <UnsentDraft />;
  return (
    <Space orientation="vertical">
      <UnsentDraft />
      <ProblemAlert
        help="changesUnsent"
        type="warning"
        title={`${counted(unsent.length, 'change')} not on the server yet.`}
      />
      <SyncLine isQuestion />
      <Space wrap>
        <Button size="small" onClick={() => workspace.sync.run()}>
          Send now
        </Button>
        <Button
          size="small"
          onClick={() => {
            const text = JSON.stringify([...unsent, ...unreadable], null, 2);
            saveJson('unsent-changes.json', text);
            setExported(true);
          }}
        >
          {isExported ? '✓ Exported' : 'Export (JSON)'}
        </Button>
      </Space>
      <Radio.Group
        aria-label="Unsent changes at logout"
        value={choice}
        onChange={({ target }) => {
          onChoice(target.value as UnsentChoice); // one of the options below
        }}
        options={[
          { value: 'keep', label: 'Keep on this computer for my next login' },
          { value: 'discard', label: 'Discard' },
        ]}
      />
    </Space>
  );
};
