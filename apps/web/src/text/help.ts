/**
 * The parts of the handbook's page "Problems and what to do", by their anchors. A notice of the core has its kind as
 * anchor. At run time only the address is needed: the list is for types and tests.
 */
export const HELP_TOPICS = [
  // Notices of the core
  'callFailed',
  'partialAnswer',
  'permissionsUnreadable',
  'storageFull',
  'storageBlocked',
  'notEncrypted',
  'liveDataOnHome',
  'noTabForDevice',
  'portBusy',
  'openFailed',
  'deviceUnplugged',
  'whichDevice',
  'openElsewhere',
  'recordingStopped',
  'recordingSaved',
  'recordingInterrupted',
  'oldestRecordingDropped',
  'recordingsCleared',
  'anotherPack',
  'pushMessage',
  // Start and sign-in
  'startFailed',
  'loginFailed',
  'linkInvalid',
  'signedInElsewhere',
  'serverError',
  'pageFailed',
  // Lines below the bars
  'offline',
  'browserUnsupported',
  'newVersion',
  'recordingGap',
  'limitsNotWatched',
  'unfinishedWrite',
  // Device
  'lineFault',
  'baudRateDiffers',
  'profileRefused',
  'checkHalted',
  'sequenceEnded',
  'deviceNotRead',
  'valuesSkipped',
  'writeEnded',
  'schemaDiffers',
  'otherCells',
  'installEnded',
  'imageRefused',
  // Workspace
  'protectionActive',
  'changeRefused',
  'changesUnsent',
  'notSaved',
  'accountRefused',
  'fileRefused',
  'importStopped',
  'photoRefused',
  'sessionUnreadable',
  'notSealed',
  'notUploaded',
  'locationUnknown',
] as const;

export type HelpTopic = (typeof HELP_TOPICS)[number];

/** The address of a part of the handbook. It opens in a new tab, because leaving the page would close the port. */
export const helpPath = (topic: HelpTopic): string => `/handbook/problems.html#${topic}`;
