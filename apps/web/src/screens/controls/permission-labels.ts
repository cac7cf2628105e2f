import type { PermissionFlag } from '@batbot/core';

export const permissionLabels: Readonly<Record<PermissionFlag, string>> = {
  newHomePage: 'Home with live data',
  terminal: 'Terminal',
  battAccess: 'Assets',
  raiseServiceTicketForClient: 'Raise a service ticket for a client',
  service: 'Service',
  analytics: 'Analytics',
  editConfig: 'Edit configurations',
  uploadConfig: 'Upload configurations',
  smartConfig: 'Smart BMS configuration',
  romeoConfig: 'Romeo configuration and list',
  addFirmware: 'Add firmware',
  firmwareHistory: 'Firmware history',
  updateFirmware: 'Update firmware',
  pointFirmware: 'Assign firmware',
  uploadCsv: 'Upload CSV files',
};
