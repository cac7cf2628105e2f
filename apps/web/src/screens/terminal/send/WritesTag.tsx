import { Tag } from 'antd';

/** The command changes the device: a glyph and a word, not colour alone. */
export const WritesTag = () => (
  <Tag color="warning">
    <span aria-hidden>✎</span> writes
  </Tag>
);
