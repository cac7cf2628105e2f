import { Select } from 'antd';
import type { ChosenPack } from '@batbot/core';

interface Props {
  readonly pack: ChosenPack;
  /** Undefined while the device is away: no other pack can be shown. */
  readonly onPack: ((label: string) => void) | undefined;
}

/** Names the pack whose values are below, of a device that reports several, and shows another one [OBD-373]. */
export const PackChoice = ({ pack: { label, labels }, onPack }: Props) => (
  <Select
    style={{ justifySelf: 'start' }}
    aria-label="Pack"
    disabled={onPack === undefined}
    value={label}
    options={labels.map((each) => ({ value: each, label: `Pack ${each} of ${labels.length}` }))}
    {...(onPack === undefined ? {} : { onChange: onPack })}
  />
);
