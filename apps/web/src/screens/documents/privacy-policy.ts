import { contactSection, type Section, type WriteDocument } from './document-text.ts';

/** The parts of the policy that differ between the apps. */
export interface PolicyApp {
  readonly name: string;
  /** A sentence that describes how the app reads a battery's data. */
  readonly source: string;
  /** The phone's permissions that the app requests, with the reasons. */
  readonly permissions: readonly string[];
}

const NOTIFICATIONS = 'Notifications: to tell you of alarms and service messages. You may refuse.';

export const POLICY_APPS = {
  android: {
    name: 'BatBot for Android',
    source: 'The app shows data of the batteries that are assigned to your account.',
    permissions: [NOTIFICATIONS],
  },
  batTrackAndroid: {
    name: 'BatTrack for Android',
    source: 'The app shows data of the batteries that are assigned to your account.',
    permissions: [NOTIFICATIONS],
  },
  vastusuchi: {
    name: 'Vastusuchi',
    source: 'The app shows the items and batteries that are assigned to your account.',
    permissions: [NOTIFICATIONS],
  },
  batTrackBt: {
    name: 'BatTrack BT',
    source: 'The app reads a battery near you over Bluetooth, once you have chosen it.',
    permissions: ['Bluetooth: to find and read the battery you choose.', NOTIFICATIONS],
  },
} as const satisfies Readonly<Record<string, PolicyApp>>;

const sections = (app: PolicyApp, company: string): readonly Section[] => [
  {
    id: 'account',
    title: 'Account data',
    blocks: [
      'To sign you in and to show what you may use, we process:',
      {
        list: [
          'your username and password; the password is kept only as a salted hash,',
          'your email address and phone number,',
          'your company, your client and your user level,',
          'your permissions, and who created your account.',
        ],
      },
      'While you are logged in, these data (without the password) and a session token are kept on your device. Logging out removes them.',
    ],
  },
  {
    id: 'device-data',
    title: 'Device data',
    blocks: [
      app.source,
      {
        list: [
          'Readings: state of charge, voltages, current, temperatures, switch states and faults.',
          'Identification: serial number and firmware version of the battery management system.',
        ],
      },
      'They are used to show you the battery’s state, to give service and to find faults. They are not used to track people.',
    ],
  },
  {
    id: 'push',
    title: 'Push token',
    blocks: [
      'If you allow notifications, the push service (Firebase Cloud Messaging by Google) gives your device a token. We store it with your account to reach you, and forget it when you log out or refuse notifications.',
    ],
  },
  {
    id: 'permissions',
    title: 'Permissions the app asks for',
    blocks: [{ list: app.permissions }],
  },
  {
    id: 'sharing',
    title: 'Who receives data',
    blocks: [
      `The battery’s owner and those who manage your account see your account data and the device data of your batteries. Service providers process data for ${company} under contract. We sell no data, show no advertising, and build no profiles.`,
    ],
  },
  {
    id: 'retention',
    title: 'How long data is kept',
    blocks: [
      'Account data are kept while the account exists, and are deleted when it is closed unless the law requires otherwise. Device data are kept while they are needed for warranty and service.',
    ],
  },
  {
    id: 'security',
    title: 'Security',
    blocks: [
      'Connections are encrypted. An account has one session at a time: logging in elsewhere ends the previous one. Access is limited by the permissions of each user.',
    ],
  },
  {
    id: 'children',
    title: 'Children',
    blocks: [
      `${app.name} is made for people who work with batteries. It does not target children under 13, and we do not knowingly collect data of children under 13. If you believe a child has given us data, tell us and we will delete them.`,
    ],
  },
  {
    id: 'rights',
    title: 'Your rights',
    blocks: [
      'You may ask what we know about you, have it corrected or deleted, object to its use, and take it with you. You may refuse notifications at any time in the settings of your device.',
    ],
  },
  {
    id: 'changes',
    title: 'Changes',
    blocks: [
      'When this policy changes, the new text appears here with its date. Important changes are announced in the app.',
    ],
  },
];

export const privacyPolicy =
  (app: PolicyApp): WriteDocument =>
  (brand) => ({
    title: `Privacy policy: ${app.name}`,
    lead: `What ${brand.companyName} does with data when you use ${app.name}, and what you can do about it.`,
    updated: '2026-11-20',
    sections: [...sections(app, brand.companyName), contactSection(brand)],
  });
