import { AreaPage } from './AreaPage.tsx';
import { KnownDevices } from './KnownDevices.tsx';

const NONE = {
  title: 'No packs on this server yet',
  text: 'Connect a device to read one directly.',
} as const;

export const AssetsScreen = () => (
  <AreaPage tab="assets" area={NONE}>
    <KnownDevices />
  </AreaPage>
);
