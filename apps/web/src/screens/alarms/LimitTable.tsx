import { Input, type InputProps } from 'antd';
import type { PackSample } from '@batbot/core';
import {
  limitId,
  QUANTITIES,
  QUANTITY_NAMES,
  SIDES,
  TRAITS,
  type LimitId,
  type Quantity,
} from '@batbot/core/alarms';
import { fieldLabel, nowText, type AlarmForm } from './alarm-form.ts';

interface Props {
  readonly texts: AlarmForm['texts'];
  /** The quantities that the device reports; undefined before its first reply. */
  readonly reported: ReadonlySet<Quantity> | undefined;
  /** The current values; undefined if they are not fresh. */
  readonly now: PackSample | undefined;
  /** Returns the attributes of a field by which an invalid one is marked. */
  readonly fieldState: (id: LimitId) => InputProps;
  readonly onChange: (id: LimitId, text: string) => void;
}

export const LimitTable = ({ texts, reported, now, fieldState, onChange }: Props) => (
  <table className="limit-table">
    <thead>
      <tr>
        <th scope="col">Quantity</th>
        <th scope="col">Low limit</th>
        <th scope="col">High limit</th>
        <th scope="col">
          <span className="visually-hidden">Unit</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {QUANTITIES.map((quantity) => {
        const { sides, unit } = TRAITS[quantity];
        const present = now === undefined ? undefined : nowText(quantity, now);
        const isReported = reported?.has(quantity) !== false;
        return (
          <tr key={quantity}>
            <th scope="row">
              {QUANTITY_NAMES[quantity]}
              {present !== undefined && <span className="limit-table__now">now {present}</span>}
              {!isReported && (
                <span className="limit-table__missing tone-watch">
                  <span aria-hidden>▲ </span>not reported by this device
                </span>
              )}
            </th>
            {SIDES.map((side) => {
              const id = limitId({ quantity, side });
              return (
                <td key={side}>
                  {sides.includes(side) && (
                    <Input
                      size="small"
                      className="limit-table__field"
                      data-field={id}
                      inputMode="decimal"
                      autoComplete="off"
                      aria-label={fieldLabel(quantity, side)}
                      {...fieldState(id)}
                      value={texts[id] ?? ''}
                      onChange={(event) => onChange(id, event.target.value)}
                    />
                  )}
                </td>
              );
            })}
            <td className="limit-table__unit">{unit}</td>
          </tr>
        );
      })}
    </tbody>
  </table>
);
