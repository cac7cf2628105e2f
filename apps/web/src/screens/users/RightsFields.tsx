import { Checkbox, Form } from 'antd';
import { NumberField } from '../controls/NumberField.tsx';
import { permissionLabels } from '../controls/permission-labels.ts';
import type { FlagRow, Rights } from './rights.ts';

/** The fields for the rights of an account or of a level: the number of sub-users, and each permission. */
export const RightsFields = <Edited extends Pick<Rights, 'flags' | 'maxSubUsers'>>({
  rights,
  flags,
  limit,
  isFixed,
  onChange,
}: {
  readonly rights: Edited;
  readonly flags: readonly FlagRow[];
  /** Maximum number of sub-users that can be allowed; null: no limit. */
  readonly limit: number | null;
  readonly isFixed: boolean;
  readonly onChange: (rights: Edited) => void;
}) => (
  <>
    <Form.Item
      label="Sub-users allowed"
      htmlFor="rights-limit"
      extra={limit === null ? 'Empty: no limit.' : `At most ${limit}.`}
    >
      <NumberField
        id="rights-limit"
        disabled={isFixed}
        min={0}
        max={limit ?? 100_000}
        precision={0}
        value={rights.maxSubUsers}
        onChange={(maxSubUsers) => onChange({ ...rights, maxSubUsers })}
      />
    </Form.Item>
    <ul className="stack stack-8" style={{ marginBlock: '4px 12px' }} aria-label="Permissions">
      {flags.map(({ flag, isGranted, isGrantable, reason }) => (
        <li key={flag}>
          <Checkbox
            checked={isGranted}
            disabled={isFixed || !isGrantable}
            onChange={({ target }) => {
              const others = rights.flags.filter((each) => each !== flag);
              onChange({ ...rights, flags: target.checked ? [...others, flag] : others });
            }}
          >
            {permissionLabels[flag]} <span className="hint">{reason}</span>
          </Checkbox>
        </li>
      ))}
    </ul>
  </>
);
