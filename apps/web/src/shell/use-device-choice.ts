import { useEffect, useState } from 'react';
import type { GrantedDevice } from '@batbot/core';
import { useCore } from '../react/core-context.tsx';
import { useLive } from '../react/use-live.ts';

/** The label of each kind of connection, by the id of its link. */
const WAYS: Readonly<Record<string, string>> = {
  usb: 'USB serial',
  simulated: 'Simulated device',
};

/**
 * The USB devices that can be opened without the browser's chooser. Updated when devices are plugged in or unplugged.
 */
const useGranted = (): readonly GrantedDevice[] => {
  const { link } = useCore();
  const [granted, setGranted] = useState<readonly GrantedDevice[]>([]);
  const { kind } = useLive(link.connection$); // a first connection grants a device
  useEffect(() => {
    let isShown = true;
    const read = (): void => {
      void link.granted('usb').then((devices) => {
        if (isShown) setGranted(devices);
      });
    };
    read();
    const subscription = link.presence$.subscribe(read);
    return () => {
      isShown = false;
      subscription.unsubscribe();
    };
  }, [link, kind]);
  return granted;
};

/** A target of the next Connect: a granted device, or a kind of connection. */
export interface DeviceOption {
  readonly value: string;
  readonly label: string;
  readonly linkId: string;
  readonly granted?: GrantedDevice;
}

/** The devices that can be connected, and the one that the next Connect opens [LINK-117]. */
export const useDeviceChoice = () => {
  const { link, linkChoice } = useCore();
  const linkId = useLive(linkChoice.linkId$);
  const granted = useGranted();
  /** The device or the kind of connection that the user picked. The values of devices change when one is unplugged. */
  const [picked, setPicked] = useState<GrantedDevice['device'] | string>();
  const named: readonly DeviceOption[] = granted.map((each, index) => ({
    value: `granted ${index}`,
    label: each.label,
    linkId: each.linkId,
    granted: each,
  }));
  const ways: readonly DeviceOption[] = link.links.map(({ id }) => ({
    value: id,
    label: WAYS[id] ?? id,
    linkId: id,
  }));
  const options = [...named, ...ways];
  const preferred = linkId === 'usb' ? linkChoice.preferred(granted) : undefined;
  const chosen =
    options.find(
      (each) => (each.granted?.device ?? each.value) === picked && each.linkId === linkId,
    ) ??
    named.find((each) => each.granted === preferred) ??
    ways.find(({ value }) => value === linkId);
  return {
    options,
    chosen,
    choose: (value: string): void => {
      const option = options.find((each) => each.value === value);
      if (option === undefined) return;
      setPicked(option.granted?.device ?? value);
      linkChoice.choose(option.linkId);
    },
  };
};

export type DeviceChoice = ReturnType<typeof useDeviceChoice>;
