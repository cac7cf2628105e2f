import { Segmented, type SegmentedProps } from 'antd';

/** A few choices beside each other. antd makes the group a stop of the Tab key too, at which no key does anything. */
export const Choices = <Value extends string | number>(props: SegmentedProps<Value>) => (
  <Segmented tabIndex={-1} {...props} />
);
