import { useState, type ReactNode } from 'react';
import { Flex } from 'antd';
import { useUnsavedMark } from '../../react/drafts.tsx';
import type { HelpTopic } from '../../text/help.ts';
import { FormDialog } from '../controls/FormDialog.tsx';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { useChangeWriter, type NewChange } from './use-change-writer.ts';

/** A dialog that makes a change. It closes when the change is saved; otherwise it stays open and shows the reason. */
export const ChangeDialog = ({
  title,
  okText,
  help = 'notSaved',
  isReady = true,
  missing,
  change,
  onClose,
  children,
}: {
  readonly title: string;
  readonly okText: string;
  /** The page of the handbook about a change that was not made. */
  readonly help?: HelpTopic;
  readonly isReady?: boolean;
  /** What the user still has to do. It is shown while the dialog is not ready. */
  readonly missing?: string;
  /** Returns the change; a sentence if there is none, or undefined if nothing is left to save. */
  readonly change: () => NewChange | string | undefined | Promise<NewChange | string | undefined>;
  /** `isSaved`: nothing is left to save. */
  readonly onClose: (isSaved: boolean) => void;
  readonly children: ReactNode;
}) => {
  const markUnsaved = useUnsavedMark();
  const writer = useChangeWriter();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const save = async (): Promise<void> => {
    setBusy(true);
    const made = await change();
    setRefusal(typeof made === 'string' ? made : undefined);
    const isSaved = typeof made !== 'string' && (made === undefined || (await writer.write(made)));
    setBusy(false);
    if (isSaved) onClose(true);
  };
  return (
    <FormDialog
      title={title}
      okText={okText}
      confirmLoading={isBusy}
      okButtonProps={{ disabled: !isReady }}
      mask={{ closable: false }}
      onSubmit={() => void save()}
      onCancel={() => onClose(false)}
    >
      <Flex vertical gap={8} onInput={() => markUnsaved(true)}>
        {children}
        {!isReady && missing !== undefined && <p className="hint">{missing}</p>}
        <ProblemAlert help={help} role="alert" title={refusal ?? writer.problem} />
      </Flex>
    </FormDialog>
  );
};
