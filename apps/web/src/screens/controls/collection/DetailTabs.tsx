import { Tabs, type TabsProps } from 'antd';

/** The sections of a row's details. The open one is in the address; the first one is shown by default. */
export const DetailTabs = ({
  items,
  tab,
  onTab,
}: {
  readonly items: NonNullable<TabsProps['items']>;
  readonly tab: string;
  readonly onTab: (tab: string) => void;
}) => {
  const first = items[0]?.key ?? '';
  return (
    <Tabs
      activeKey={tab || first}
      onChange={(key) => onTab(key === first ? '' : key)}
      items={items}
    />
  );
};
