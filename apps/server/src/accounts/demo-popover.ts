/** Popover content in the client's format, with the slices `popOver` and `categoryIssues`. */
export const demoPopoverContent = {
  popOver: {
    terminal: 'Type an AT command and press Enter. AT+ADATA asks for one set of live data.',
    config: 'Settings of the battery management system. Read them before you change them.',
    assets: 'The packs that you may see. To read one live, connect its device and open Home.',
    support: 'Have the serial number of the pack ready when you contact support.',
    complaint:
      'One complaint for each problem. Photos and the serial number of the pack help most.',
    firmwareTab: 'Firmware files, and which pack runs which version.',
  },
  categoryIssues: {
    serviceContent: [
      { id: 'svc-cell-imbalance', title: 'Cell imbalance above 50 mV' },
      { id: 'svc-temperature-sensor', title: 'Temperature sensor open or shorted' },
      { id: 'svc-contactor', title: 'Contactor does not close' },
      { id: 'svc-communication', title: 'No communication with the BMS' },
      { id: 'svc-firmware', title: 'Firmware update failed' },
    ],
    customerContent: [
      { id: 'cus-range', title: 'Range is shorter than before' },
      { id: 'cus-charging', title: 'Battery does not charge' },
      { id: 'cus-shutdown', title: 'Vehicle stops with charge left' },
      { id: 'cus-display', title: 'State of charge shown is wrong' },
      { id: 'cus-heat', title: 'Battery gets hot' },
    ],
  },
} as const;
