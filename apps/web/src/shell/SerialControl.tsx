import { useCallback, useState } from 'react';
import { CloseOutlined, DownOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { useCore } from '../react/core-context.tsx';
import { singleClick } from '../react/single-click.ts';
import { useLive } from '../react/use-live.ts';
import { useMedia } from '../react/use-media.ts';
import { Confirm } from '../screens/controls/Confirm.tsx';
import { useIdentify } from '../screens/controls/use-identify.tsx';
import { useDeviceWork } from '../screens/parameters/use-device-work.ts';
import { GLYPHS } from '../text/glyphs.ts';
import { BaudRateSelect, DevicePanel } from './DevicePanel.tsx';
import { chipText } from './device-words.ts';
import { useDeviceChoice, type DeviceChoice } from './use-device-choice.ts';

interface ChipProps {
  readonly choice: DeviceChoice;
  /** Whether the panel contains the baud rate, because the bar has no room for it. */
  readonly hasBaudRate: boolean;
}

const Chip = ({ choice, hasBaudRate }: ChipProps) => {
  const { link, telemetry } = useCore();
  const connection = useLive(link.connection$);
  const age = useLive(link.replyAge$);
  const unanswered = useLive(link.unanswered$);
  const identity = useLive(telemetry.identity.identity$);
  const [isOpen, setOpen] = useState(false);
  const [identify, identifyDialog] = useIdentify();
  const serial = 'identity' in identity ? identity.identity.serial : undefined;
  const { tone, state, name, details } = chipText(connection, serial, age, unanswered);
  const isOpened = connection.kind === 'connected';
  const rate = hasBaudRate && isOpened ? [String(connection.baudRate)] : [];
  // The button "Take over" shows this reason too, so the name is cut after it.
  const hasTakeOver =
    connection.kind === 'disconnected' && connection.cause.kind === 'openElsewhere';
  const news = hasTakeOver ? undefined : details[0];
  const others = [...(hasTakeOver ? details : details.slice(1)), ...rate];
  const isIdle = connection.kind === 'disconnected' && connection.awaited === undefined;
  const shown = isIdle ? (choice.chosen?.label ?? name) : name;
  return (
    <>
      <Popover
        trigger="click"
        placement="bottomLeft"
        open={isOpen}
        onOpenChange={setOpen}
        destroyOnHidden
        content={
          <DevicePanel
            choice={choice}
            state={state}
            details={details}
            onIdentify={() => {
              setOpen(false);
              identify();
            }}
          />
        }
      >
        <Button
          className="chip serial__chip"
          data-tone={tone}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          title={[state, shown, ...details].join(' · ')}
        >
          {tone === 'busy' ? (
            <span className="spinner" aria-hidden />
          ) : (
            <span className="chip__glyph" aria-hidden>
              {GLYPHS[tone]}
            </span>
          )}
          <span className="visually-hidden" role="status">
            {state}
          </span>
          <strong className="chip__name">
            <bdi>{shown}</bdi>
          </strong>
          {news !== undefined && <span className="chip__detail">{news}</span>}
          <span className="chip__more">
            {others.map((detail) => (
              <span className="chip__detail" key={detail}>
                {detail}
              </span>
            ))}
          </span>
          <DownOutlined className="chip__arrow" aria-hidden />
        </Button>
      </Popover>
      {identifyDialog}
    </>
  );
};

/** Shows the state of the connection and connects or disconnects the device, on every tab and at every width. */
export const SerialControl = () => {
  const { link } = useCore();
  const connection = useLive(link.connection$);
  const choice = useDeviceChoice();
  const isNarrow = useMedia('(width < 768px)');
  const { chosen } = choice;
  const support = link.links.find(({ id }) => id === chosen?.linkId)?.support;
  // The notices and the chip show failures of `connect`.
  const connect = useCallback(
    (takeOver: boolean): void => {
      if (chosen === undefined) return;
      const device = chosen.granted?.device;
      void link.connect(chosen.linkId, {
        takeOver,
        ...(device === undefined ? {} : { device }),
      });
    },
    [link, chosen],
  );
  const { kind } = connection;
  const work = useDeviceWork();
  const isOpen = kind === 'connected' || kind === 'disconnecting';
  const isBusy = kind === 'connecting' || kind === 'disconnecting';
  return (
    <section className="serial" aria-label="Serial connection" data-connection={kind}>
      <Chip choice={choice} hasBaudRate={isNarrow} />
      {!isNarrow && <BaudRateSelect />}
      {kind === 'disconnected' && connection.cause.kind === 'openElsewhere' && (
        <Button onClick={() => connect(true)}>Take over</Button>
      )}
      {kind === 'connecting' && (
        <Button
          aria-label="Cancel"
          {...(isNarrow ? { icon: <CloseOutlined aria-hidden /> } : {})}
          onClick={() => void link.disconnect()}
        >
          {isNarrow ? null : 'Cancel'}
        </Button>
      )}
      <Confirm
        disabled={work === undefined || kind !== 'connected'}
        title="Disconnect the device?"
        description={work !== undefined && `▲ ${work}: disconnecting interrupts it.`}
        okText="Disconnect"
        onConfirm={() => void link.disconnect()}
      >
        {/* One button for both actions, so that it keeps the focus. */}
        <Button
          className="serial__toggle"
          type={isOpen ? 'default' : 'primary'}
          disabled={!isOpen && support?.kind === 'unsupported'}
          aria-disabled={isBusy || undefined} // a disabled button would lose the focus
          aria-busy={kind === 'connecting' || undefined}
          onClick={singleClick(() => {
            if (kind === 'disconnected') connect(false);
            else if (kind === 'connected' && work === undefined) void link.disconnect();
          })}
        >
          {isOpen ? 'Disconnect' : 'Connect'}
        </Button>
      </Confirm>
    </section>
  );
};
