import { useEffect } from 'react';
import { Flex } from 'antd';
import { deviceName, differenceText, type DeviceParameters } from '@batbot/core/parameters';
import { FormDialog } from '../controls/FormDialog.tsx';
import { ConditionList } from '../controls/ConditionList.tsx';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { ChangeList } from './ChangeList.tsx';
import { summaryText, type EditedState } from './parameter-words.ts';
import { useWriteInput } from './use-write-input.tsx';
import './parameters.css';

/** Shows what is about to be written and what prevents it. Nothing is sent before "Write". */
export const ReviewModal = ({
  state: { device, review, problem },
  parameters,
}: {
  readonly state: Extract<EditedState, { readonly kind: 'review' }>;
  readonly parameters: DeviceParameters;
}) => {
  const { closeReview } = parameters;
  useEffect(() => closeReview, [closeReview]); // leaving the screen ends the review
  const { input, fields } = useWriteInput({
    serial: review.needsSerial ? device.identity.serial : undefined,
    why: 'A protection changes: type the serial number to confirm the pack.',
    password: review.needsPassword && 'needed',
    consent: review.needsConsent,
  });
  const { chemistryKeys = {} } = device.known.schema;
  const cells = review.changes.filter(({ parameter: { key } }) =>
    [chemistryKeys['chemistry'], chemistryKeys['cellCount']].includes(key),
  );
  const problems = [
    ...review.brokenRules.map(({ text }) => text),
    ...review.problems,
    ...(problem === undefined ? [] : [problem]),
  ];
  return (
    <FormDialog
      title={`Write to ${deviceName(device.identity)}: ${summaryText(review)}`}
      okText={`Write ${review.changes.length === 1 ? 'it' : `all ${review.changes.length}`}`}
      okButtonProps={{ disabled: !review.isReady || input === undefined }}
      onSubmit={() => void parameters.write(input)}
      onCancel={closeReview}
    >
      <Flex vertical gap="small">
        <ChangeList changes={review.changes} />
        {cells.length > 0 && (
          <ProblemAlert
            help="otherCells"
            type="warning"
            title={`${cells.map(differenceText).join(', ')}: limits for other cells can damage the cells of this pack. Compare with the label of the cells.`}
          />
        )}
        {problems.map((text) => (
          <ProblemAlert help="writeEnded" key={text} title={text} />
        ))}
        <h3>Conditions</h3>
        <ConditionList conditions={review.conditions} />
        {review.conditions.some(({ isMet }) => !isMet) && (
          <p role="status">
            They are checked continuously
            {problems.length === 0 && ': you can write as soon as all are met'}.
          </p>
        )}
        {fields}
        <p>
          Each value is read back. Afterwards, all parameters are read again
          {review.restarts && ', after the device has restarted'}.
        </p>
      </Flex>
    </FormDialog>
  );
};
