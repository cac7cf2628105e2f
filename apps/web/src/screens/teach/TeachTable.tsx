import { useMemo } from 'react';
import type { DeviceProfile } from '@batbot/core';
import { TeachRowView } from './TeachRowView.tsx';
import { teachRows, withRule } from './teach-rows.ts';

interface Props {
  readonly lines: readonly string[];
  readonly profile: DeviceProfile;
  readonly onChange: (profile: DeviceProfile) => void;
}

/** The fields of the reply, and the sign of the current, which has no standard. */
export const TeachTable = ({ lines, profile, onChange }: Props) => {
  const rows = useMemo(() => teachRows(lines, profile), [lines, profile]);
  return (
    <>
      <div className="panel teach__scroll">
        <table className="teach__table">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">As told</th>
              <th scope="col">Meaning</th>
              <th scope="col">Unit, factor, number</th>
              <th scope="col">Shown as</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <TeachRowView
                key={row.key}
                row={row}
                onChange={(rule) => {
                  onChange(withRule(profile, row.key, rule));
                }}
              />
            ))}
          </tbody>
        </table>
        {rows.length === 0 && <p>No value could be found in this reply: it stays raw.</p>}
      </div>
      <label className="teach__sign">
        A positive current means
        <select
          className="select"
          value={profile.currentPositive}
          onChange={({ target }) => {
            onChange({
              ...profile,
              currentPositive: target.value === 'discharge' ? 'discharge' : 'charge',
            });
          }}
        >
          <option value="charge">charging</option>
          <option value="discharge">discharging</option>
        </select>
      </label>
    </>
  );
};
