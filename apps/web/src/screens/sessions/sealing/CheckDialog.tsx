import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ChangeEvent,
  type DragEvent,
} from 'react';
import { Alert, Button, Progress } from 'antd';
import { onlyFirst } from '../../controls/file-problem.ts';
import { FormDialog } from '../../controls/FormDialog.tsx';
import { useSealCheck } from './use-seal-check.ts';
import { Verdict } from './Verdict.tsx';
import './seal.css';

export interface CheckDialogProps {
  /** The file to check at once. */
  readonly file?: File | undefined;
  readonly onClose: () => void;
}

/** Opens a sealed file and shows whether it is unchanged since it was sealed. The file is not sent anywhere. */
export const CheckDialog = ({ file: opened, onClose }: CheckDialogProps) => {
  const { check, begin, nameSigner } = useSealCheck();
  const [isOver, setIsOver] = useState(false);
  /** Says that only one of the dropped files is checked. */
  const [others, setOthers] = useState<string>();
  const [seen, setSeen] = useState(opened);
  if (seen !== opened) {
    setSeen(opened);
    setOthers(undefined);
  }
  const picker = useRef<HTMLInputElement>(null);
  const beginWith = useEffectEvent((file: File): void => void begin(file));
  useEffect(() => {
    if (opened !== undefined) beginWith(opened);
  }, [opened]);

  const choose = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const file = target.files?.[0];
    setOthers(undefined);
    if (file !== undefined) void begin(file);
    target.value = ''; // so that the same file can be chosen again
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setIsOver(false);
    const { length, 0: file } = event.dataTransfer.files;
    if (file === undefined) return;
    setOthers(length > 1 ? onlyFirst(length, file) : undefined);
    void begin(file);
  };

  return (
    <FormDialog
      centered
      title="Check a sealed file"
      onCancel={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="stack stack-16">
        <div
          className="seal__drop"
          data-over={isOver || undefined}
          onDragOver={(event) => {
            event.preventDefault();
            setIsOver(true);
          }}
          onDragLeave={() => setIsOver(false)}
          onDrop={drop}
        >
          <Button
            type={check.kind === 'done' ? 'default' : 'primary'}
            onClick={() => picker.current?.click()}
          >
            {check.kind === 'done' ? 'Choose another file' : 'Choose a file'}
          </Button>
          <span className="hint">
            {check.kind === 'none' ? (
              'or drop it here. It is read on this computer only.'
            ) : (
              <bdi>{check.name}</bdi>
            )}
          </span>
          <input
            ref={picker}
            type="file"
            className="visually-hidden"
            aria-label="Sealed file"
            tabIndex={-1}
            onChange={choose}
          />
        </div>
        {others !== undefined && <Alert showIcon type="warning" role="alert" title={others} />}
        {check.kind === 'reading' && (
          <div role="status">
            Checking…
            <Progress percent={check.percent} />
          </div>
        )}
        {check.kind === 'done' && <Verdict verdict={check.verdict} onName={nameSigner} />}
      </div>
    </FormDialog>
  );
};
