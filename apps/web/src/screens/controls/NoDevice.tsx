import { Button, Flex } from 'antd';
import type { Connection } from '@batbot/core';
import { useCore } from '../../react/core-context.tsx';
import { usePageFocus } from '../../react/use-page-focus.ts';
import './no-device.css';

/** The id of the simulated device's link. */
const SIMULATED = 'simulated';

/** Shown while no device is connected. Explains what the page needs a device for, and offers to connect one. */
export const NoDevice = ({
  connection,
  text,
}: {
  readonly connection: Connection;
  readonly text: string;
}) => {
  const { link } = useCore();
  const usable = link.links.filter(({ support }) => support.kind === 'supported');
  const isIdle = connection.kind === 'disconnected';
  usePageFocus(); // the pressed button is removed when values arrive [PAGE-81]
  return (
    <div className="no-device">
      <svg className="no-device__mark" viewBox="0 0 96 64" aria-hidden>
        <rect x="6" y="14" width="58" height="38" rx="6" />
        <path d="M64 26h7a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3h-7M20 33h12M26 27v12M40 33h12" />
        <path stroke="var(--action)" d="M80 33h10" />
      </svg>
      <p>{text}</p>
      <Flex wrap justify="center" gap={12}>
        {usable.map(({ id }, index) => (
          <Button
            key={id}
            type={index === 0 ? 'primary' : 'default'}
            aria-disabled={!isIdle} // a disabled button would lose the focus
            onClick={() => {
              if (!isIdle) return;
              // The notices and the device chip show failures.
              void link.connect(id);
            }}
          >
            {id === SIMULATED ? 'Try the simulated device' : 'Choose a port'}
          </Button>
        ))}
      </Flex>
      {usable.length === 0 && (
        <p className="tone-watch">
          <span aria-hidden>▲ </span>This browser has no serial port access: use Chrome, Edge or
          Brave, over https or on localhost.
        </p>
      )}
    </div>
  );
};
