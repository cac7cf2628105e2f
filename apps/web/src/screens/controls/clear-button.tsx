import { CloseCircleFilled } from '@ant-design/icons';

/** The property `allowClear` of an input, with a name for the button. antd names it after its icon. */
export const CLEAR_BUTTON = {
  clearIcon: <CloseCircleFilled aria-label="Clear the text" />,
} as const;
