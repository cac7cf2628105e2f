import { Alert, Space, type AlertProps } from 'antd';
import type { HelpTopic } from '../../text/help.ts';
import { HelpLink } from './HelpLink.tsx';

interface Props extends AlertProps {
  /** The part of the handbook with cause and remedy. */
  readonly help: HelpTopic;
}

/** An error (by default) or a warning, with a link to its cause and remedy in the handbook. Nothing without a title. */
export const ProblemAlert = ({ help, action, title, type = 'error', ...props }: Props) =>
  title && (
    <Alert
      showIcon
      type={type}
      title={title}
      {...props}
      action={
        type === 'success' || type === 'info' ? (
          action
        ) : (
          <Space>
            {action}
            <HelpLink topic={help} />
          </Space>
        )
      }
    />
  );
