import { useState } from 'react';
import { Checkbox, Form, InputNumber, Modal, Segmented, Select } from 'antd';
import type { Asset, Workspace } from '@batbot/core/workspace';
import { useFocusReturn } from '../../react/use-focus-return.ts';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { targetOptions } from '../parameters/target-options.ts';
import type { Images } from './use-images.ts';

const STAGES = [
  { value: '100', label: 'All packs at once' },
  { value: '50,100', label: '50 %, then all' },
  { value: '10,50,100', label: '10 %, 50 %, then all' },
] as const;
const DEFAULT_STOP_PERCENT = 5;

const optionsOf = (packs: readonly Asset[], of: (pack: Asset) => string | undefined) =>
  [...new Set(packs.map(of))]
    .filter((each) => each !== undefined)
    .toSorted()
    .map((each) => ({ value: each, label: each }));

/** Points a released image to a pack, or to the packs of an account, in stages. */
export const PointDialog = ({
  images: { images, packs, accounts },
  workspace,
  asset,
  onClose,
}: {
  readonly images: Images;
  readonly workspace: Workspace;
  /** The pack that is chosen at first. */
  readonly asset?: Asset;
  readonly onClose: () => void;
}) => {
  useFocusReturn();
  const [id] = useState(() => crypto.randomUUID());
  const [documentId, setDocumentId] = useState<string>();
  const [target, setTarget] = useState(asset && `assetId ${asset.id}`);
  const [model, setModel] = useState<string>();
  const [firmware, setFirmware] = useState<string>();
  const [mode, setMode] = useState<'OFFERED' | 'REQUIRED'>('OFFERED');
  const [stages, setStages] = useState<string>('10,50,100');
  const [pauseAfterStage, setPause] = useState(true);
  const [stopAt, setStopAt] = useState<number | null>(DEFAULT_STOP_PERCENT);
  const [problem, setProblem] = useState<string>();
  const [kind = '', targetId] = target?.split(' ') ?? [];
  const isMany = kind === 'accountId';
  const point = async (): Promise<void> => {
    const filter = { ...(model && { model }), ...(firmware && { firmware }) };
    const saved = await workspace.change({
      target: `assignment:${id}`,
      kind: 'assign',
      input: {
        id,
        documentId,
        [kind]: targetId,
        mode,
        ...(isMany && {
          stages: stages.split(',').map(Number),
          pauseAfterStage,
          ...(stopAt !== null && { stopAtFailedPercent: stopAt }),
          ...(Object.keys(filter).length > 0 && { filter }),
        }),
      },
    });
    if (saved.ok) onClose();
    else setProblem(`Not saved: ${saved.error.message}`);
  };
  return (
    <Modal
      open
      title="Point an image"
      okText="Point"
      okButtonProps={{ disabled: documentId === undefined || target === undefined }}
      onOk={() => void point()}
      onCancel={onClose}
    >
      <Form layout="vertical" component="div">
        <Form.Item label="Image" htmlFor="point-image" extra="Only released images.">
          <Select
            id="point-image"
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="Choose an image"
            value={documentId ?? null}
            options={images
              .filter(({ document }) => document.state === 'RELEASED')
              .map(({ document, image }) => ({
                value: document.id,
                label: `${image.name} ${image.version} (${image.boards.join(', ')})`,
              }))}
            onChange={setDocumentId}
          />
        </Form.Item>
        <Form.Item label="For" htmlFor="point-target">
          <Select
            id="point-target"
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="Choose an account or a pack"
            value={target ?? null}
            options={targetOptions({ accounts, packs })}
            onChange={setTarget}
          />
        </Form.Item>
        {isMany && (
          <>
            <Form.Item label="Only packs of the model" htmlFor="point-model">
              <Select
                id="point-model"
                allowClear
                placeholder="All models"
                value={model ?? null}
                options={optionsOf(packs, (pack) => pack.model)}
                onChange={(value) => setModel(value ?? undefined)}
              />
            </Form.Item>
            <Form.Item label="Only packs with the firmware" htmlFor="point-firmware">
              <Select
                id="point-firmware"
                allowClear
                placeholder="All versions"
                value={firmware ?? null}
                options={optionsOf(packs, (pack) => pack.firmware)}
                onChange={(value) => setFirmware(value ?? undefined)}
              />
            </Form.Item>
            <Form.Item label="Stages" htmlFor="point-stages">
              <Select id="point-stages" value={stages} options={[...STAGES]} onChange={setStages} />
            </Form.Item>
            {stages !== '100' && (
              <Form.Item>
                <Checkbox
                  checked={pauseAfterStage}
                  onChange={({ target: { checked } }) => setPause(checked)}
                >
                  Pause after each stage, until somebody continues
                </Checkbox>
              </Form.Item>
            )}
            <Form.Item
              label="Pause when this share of installs has failed, %"
              htmlFor="point-stop"
              extra="Empty: never."
            >
              <InputNumber id="point-stop" min={1} max={100} value={stopAt} onChange={setStopAt} />
            </Form.Item>
          </>
        )}
        <Form.Item label="Mode">
          <Segmented
            aria-label="Mode"
            value={mode}
            options={[
              { value: 'OFFERED', label: 'Offered' },
              { value: 'REQUIRED', label: 'Required' },
            ]}
            onChange={setMode}
          />
        </Form.Item>
      </Form>
      <ProblemAlert help="changeRefused" role="alert" title={problem} />
    </Modal>
  );
};
