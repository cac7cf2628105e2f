import { useState, type ReactNode } from 'react';
import { Flex, Modal } from 'antd';
import type { TicketChange } from '@batbot/core/tickets';
import type { Workspace } from '@batbot/core/workspace';
import { useFocusReturn } from '../../react/use-focus-return.ts';
import type { HelpTopic } from '../../text/help.ts';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { useEntryWriter } from './use-entry-writer.ts';

/** A dialog that changes a ticket. It closes when the change is saved; otherwise it stays open and shows the reason. */
export const ChangeDialog = ({
  title,
  okText,
  help = 'notSaved',
  isReady = true,
  workspace,
  change,
  onClose,
  children,
}: {
  readonly title: string;
  readonly okText: string;
  /** The page of the handbook about a change that was not made. */
  readonly help?: HelpTopic;
  readonly isReady?: boolean;
  readonly workspace: Workspace;
  /** Returns the change; a sentence if there is none, or undefined if nothing is to be changed. */
  readonly change: () => TicketChange | undefined | Promise<TicketChange | string>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) => {
  useFocusReturn();
  const writer = useEntryWriter(workspace);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const save = async (): Promise<void> => {
    setBusy(true);
    const made = await change();
    setRefusal(typeof made === 'string' ? made : undefined);
    const isSaved = typeof made !== 'string' && (made === undefined || (await writer.write(made)));
    setBusy(false);
    if (isSaved) onClose();
  };
  const problem = refusal ?? writer.problem;
  return (
    <Modal
      open
      title={title}
      okText={okText}
      confirmLoading={isBusy}
      okButtonProps={{ disabled: !isReady }}
      mask={{ closable: false }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <Flex vertical gap={8}>
        {children}
        <ProblemAlert help={help} role="alert" title={problem} />
      </Flex>
    </Modal>
  );
};
