import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Checkbox, Form, Select } from 'antd';
import type { Asset } from '@batbot/core/workspace';
import { useDraft } from '../../react/drafts.tsx';
import { rowPath } from '../../react/paths.ts';
import { FormDialog } from '../controls/FormDialog.tsx';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { TextFields } from '../controls/TextFields.tsx';
import { nameText } from '../workspace/change-words.ts';
import { useReadyWorkspace } from '../workspace/use-workspace.ts';
import {
  ASSET_FIELDS,
  ASSET_STATES,
  ASSET_TEXT_FIELDS,
  assetProblems,
  assetTexts,
  editedFields,
  samePack,
  typedFacts,
  type AssetField,
  type AssetTextField,
  type AssetTexts,
} from './asset-form.ts';

const SERIAL = ASSET_TEXT_FIELDS.filter(({ key }) => key === 'serial');
const OTHERS = ASSET_TEXT_FIELDS.filter(({ key }) => key !== 'serial');

/**
 * Edits the facts of a known or a new pack. Cancel discards the input. If the user leaves the page instead, the input is
 * kept until the form is opened again.
 */
export const AssetEditor = ({
  assets,
  asset,
  known = {},
  onClose,
}: {
  readonly assets: readonly Asset[];
  /** The pack; undefined for a new pack. */
  readonly asset: Asset | undefined;
  readonly known?: Partial<Asset>;
  /** Receives the id of the saved pack; undefined if the user cancelled. */
  readonly onClose: (id?: string) => void;
}) => {
  const workspace = useReadyWorkspace();
  const [newId] = useState(() => crypto.randomUUID());
  const id = asset?.id ?? newId;
  const now = assetTexts(asset ?? known);
  const draft = useDraft(`pack ${asset?.id ?? 'new'}`, () => ({
    texts: now,
    version: asset?.version,
  }));
  const [problems, setProblems] = useState<Partial<Record<AssetTextField, string>>>({});
  const [failure, setFailure] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const [isTwin, setTwin] = useState(false);
  const [keepsPosition, setKeepsPosition] = useState(false);
  const [isKept] = useState(draft.isChanged);
  const { texts: seen, version } = draft.from;
  const typed = draft.value.texts;
  const edited = editedFields(typed, seen);
  // Fields that the user has not edited show what is known now.
  const texts = Object.fromEntries(
    ASSET_FIELDS.map((key) => [key, typed[key] === seen[key] ? now[key] : typed[key]]),
  ) as AssetTexts; // one entry per field

  const same = samePack(assets, texts, asset);

  const change = (key: AssetField, text: string): void => {
    draft.change({ ...draft.value, texts: { ...typed, [key]: text } });
    setProblems({});
    if (key === 'serial') setTwin(false);
  };

  const close = (savedId?: string): void => {
    draft.end();
    onClose(savedId);
  };

  const save = async (): Promise<void> => {
    const found = assetProblems(texts, Date.now());
    setProblems(found);
    const first = ASSET_TEXT_FIELDS.find(({ key }) => found[key] !== undefined);
    if (first !== undefined) {
      document.getElementById(`pack-${first.key}`)?.focus();
      return;
    }
    if (same !== undefined && !isTwin) {
      document.getElementById('pack-serial')?.focus();
      return;
    }
    const changed = asset === undefined ? editedFields(texts, assetTexts({})) : edited;
    if (changed.length > 0) {
      // If a value was changed by both, the server reports a conflict and the user decides.
      const isNewer = edited.every((key) => now[key] === seen[key]);
      setSaving(true);
      const saved = await workspace.change({
        target: `asset:${id}`,
        kind: 'putAsset',
        input: {
          id,
          ...typedFacts(changed, texts, { place: asset?.place, keepsPosition }, Date.now()),
          ...(same && { twin: true }),
        },
        base: isNewer ? asset?.version : version,
      });
      setSaving(false);
      if (!saved.ok) {
        setFailure(`Not saved: ${saved.error.message} What you typed is kept.`);
        return;
      }
    }
    close(id);
  };

  const fields = {
    prefix: 'pack',
    texts,
    problems,
    onChange: change,
  };

  return (
    <FormDialog
      title={asset === undefined ? 'Add a pack' : `${nameText(asset.kind)} ${asset.serial}`}
      okText="Save"
      confirmLoading={isSaving}
      onSubmit={() => void save()}
      // A click beside the form must not discard the input.
      mask={{ closable: false }}
      onCancel={() => close()}
    >
      {isKept && <p role="status">What you typed before is still here. Cancel discards it.</p>}
      <Form layout="vertical" component="div">
        <TextFields {...fields} fields={SERIAL} />
        {same && (
          <Form.Item>
            <ProblemAlert
              help="notSaved"
              type={isTwin ? 'info' : 'error'}
              role="alert"
              title={
                <>
                  There is a pack with this serial number already:{' '}
                  <Link to={rowPath('assets', same.id)} onClick={() => close()}>
                    {same.serial}
                  </Link>
                  .
                </>
              }
              description={
                <Checkbox checked={isTwin} onChange={({ target }) => setTwin(target.checked)}>
                  This is a second pack with the same serial number
                </Checkbox>
              }
            />
          </Form.Item>
        )}
        <Form.Item label="State" htmlFor="pack-state">
          <Select
            id="pack-state"
            value={texts.state}
            options={ASSET_STATES.map((value) => ({ value, label: nameText(value) }))}
            onChange={(state: string) => change('state', state)}
          />
        </Form.Item>
        <TextFields {...fields} fields={OTHERS} />
        {edited.includes('address') && asset?.place?.lat !== undefined && (
          <Form.Item extra="Otherwise it is removed, because it belongs to the earlier place.">
            <Checkbox
              checked={keepsPosition}
              onChange={({ target }) => setKeepsPosition(target.checked)}
            >
              Keep the position on the map
            </Checkbox>
          </Form.Item>
        )}
      </Form>
      <ProblemAlert help="notSaved" role="alert" title={failure} />
    </FormDialog>
  );
};
