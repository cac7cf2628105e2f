import { useState } from 'react';
import { Checkbox, Form, Select } from 'antd';
import { isScrapped, type Asset } from '@batbot/core/workspace';
import { compareTexts } from '../controls/collection/collection-types.ts';
import { NumberField } from '../controls/NumberField.tsx';
import { documentOption, targetOptions } from '../parameters/target-options.ts';
import { ChangeDialog } from '../workspace/ChangeDialog.tsx';
import { MoreRows } from '../workspace/MoreRows.tsx';
import { imageOption, type Images } from './use-images.ts';
import { Choices } from '../controls/Choices.tsx';

const STAGES = [
  { value: '100', label: 'All packs at once' },
  { value: '50,100', label: '50 %, then all' },
  { value: '10,50,100', label: '10 %, 50 %, then all' },
] as const;

/** What the user chooses. */
interface Pointing {
  readonly documentId?: string;
  /** `assetId …` or `accountId …`. */
  readonly target?: string | undefined;
  readonly model?: string;
  readonly firmware?: string;
  readonly mode: 'OFFERED' | 'REQUIRED';
  readonly stages: string;
  readonly pauseAfterStage: boolean;
  readonly stopAt: number | null;
}

const optionsOf = (packs: readonly Asset[], of: (pack: Asset) => string | undefined) =>
  [...new Set(packs.map(of))]
    .filter((each) => each !== undefined)
    .toSorted(compareTexts)
    .map((each) => ({ value: each, label: each }));

/** Points a released image to a pack, or to the packs of an account, in stages. */
export const PointDialog = ({
  images,
  asset,
  onClose,
}: {
  readonly images: Images;
  /** The pack that is chosen at first. */
  readonly asset?: Asset;
  readonly onClose: () => void;
}) => {
  const [id] = useState(() => crypto.randomUUID());
  const [pointing, setPointing] = useState<Pointing>({
    target: asset && `assetId ${asset.id}`,
    mode: 'OFFERED',
    stages: '10,50,100',
    pauseAfterStage: true,
    stopAt: 5,
  });
  const { documentId, target, model, firmware, mode, stages, pauseAfterStage, stopAt } = pointing;
  const packs = images.packs.filter((each) => !isScrapped(each));
  const released = images.images.filter(({ document }) => document.state === 'RELEASED');
  const chosen = released.find(({ document }) => document.id === documentId);
  const targets = targetOptions(images, chosen?.document);
  const isRefused = targets.some(({ options }) =>
    options.some(({ value, disabled }) => value === target && disabled),
  );
  const [kind = '', targetId] = target?.split(' ') ?? [];
  const isMany = kind === 'accountId';
  const filter = { ...(model && { model }), ...(firmware && { firmware }) };
  return (
    <ChangeDialog
      title="Point an image"
      okText="Point"
      help="changeRefused"
      isReady={documentId !== undefined && target !== undefined && !isRefused}
      missing={
        documentId === undefined
          ? 'Choose an image.'
          : isRefused
            ? 'Choose an account that sees the image, or a pack of it.'
            : 'Choose an account or a pack.'
      }
      change={() => ({
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
      })}
      onClose={onClose}
    >
      <Form
        name="point"
        layout="vertical"
        component="div"
        initialValues={pointing}
        onValuesChange={(values: Partial<Pointing>) => setPointing({ ...pointing, ...values })}
      >
        <Form.Item name="documentId" label="Image" extra="Only released images.">
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="Choose an image"
            options={released.map((each) =>
              documentOption(imageOption(each), each.document, asset, images),
            )}
          />
        </Form.Item>
        <Form.Item name="target" label="For">
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="Choose an account or a pack"
            options={targets}
          />
        </Form.Item>
        <MoreRows kind="asset" isChoice />
        {isMany && (
          <>
            <Form.Item name="model" label="Only packs of the model">
              <Select
                allowClear
                placeholder="All models"
                options={optionsOf(packs, (pack) => pack.model)}
              />
            </Form.Item>
            <Form.Item name="firmware" label="Only packs with the firmware">
              <Select
                allowClear
                placeholder="All versions"
                options={optionsOf(packs, (pack) => pack.firmware)}
              />
            </Form.Item>
            <Form.Item name="stages" label="Stages">
              <Select options={[...STAGES]} />
            </Form.Item>
            {stages !== '100' && (
              <Form.Item name="pauseAfterStage" valuePropName="checked">
                <Checkbox>Pause after each stage, until somebody continues</Checkbox>
              </Form.Item>
            )}
            <Form.Item
              name="stopAt"
              label="Pause when the install has failed on this share of the packs, %"
              extra="Of the packs of the stages so far. Empty: never."
            >
              <NumberField min={1} max={100} />
            </Form.Item>
          </>
        )}
        <Form.Item name="mode" label="Mode">
          <Choices
            aria-label="Mode"
            options={[
              { value: 'OFFERED', label: 'Offered' },
              { value: 'REQUIRED', label: 'Required' },
            ]}
          />
        </Form.Item>
      </Form>
    </ChangeDialog>
  );
};
