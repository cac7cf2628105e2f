import { Tag } from 'antd';

/** Marks a command that changes the device, with a glyph and a word. */
export const WritesTag = () => (
  <Tag color="warning">
    <span aria-hidden>✎</span> writes
  </Tag>
);
