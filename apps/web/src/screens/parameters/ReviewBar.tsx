import { Button } from 'antd';
import { differencesOf } from '@batbot/core/parameters';
import { usePageFocus } from '../../react/use-page-focus.ts';
import { counted } from '../../text/format.ts';
import { Confirm } from '../controls/Confirm.tsx';
import { summaryText, type EditedProps } from './parameter-words.ts';
import type { ParameterForm } from './use-parameter-form.ts';

/** Summarizes the changes, and leads to the review. It is shown while there is a change. */
export const ReviewBar = ({
  state: { device, edits },
  form,
  parameters,
}: EditedProps & { readonly form: ParameterForm }) => {
  const { schema } = device.known;
  const isShown = Object.keys(edits).length > 0 || form.invalid > 0;
  usePageFocus(isShown ? 'shown' : 'hidden');
  const changes = differencesOf(schema, {}, edits);
  if (changes.length === 0 && form.invalid === 0) return null;
  const restarts = schema.commands.restart !== undefined;
  return (
    <div className="review-bar row frame" role="group" aria-label="Changes">
      <span className="grow" role="status">
        {form.invalid > 0
          ? `${counted(form.invalid, 'value')} cannot be written: correct it first.`
          : summaryText({ changes, restarts })}
        {form.invalid === 0 &&
          form.broken > 0 &&
          ` · ▲ ${counted(form.broken, 'rule is', 'rules are')} broken`}
      </span>
      <Confirm
        title="Discard all changes?"
        description="They are not written. The device keeps its values."
        okText="Discard changes"
        onConfirm={form.discard}
      >
        <Button>Discard…</Button>
      </Confirm>
      <Button
        type="primary"
        disabled={form.invalid > 0 || changes.length === 0}
        onClick={parameters.review}
      >
        Review
      </Button>
    </div>
  );
};
