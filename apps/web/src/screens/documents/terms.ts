import { contactSection, type WriteDocument } from './document-text.ts';

export const terms: WriteDocument = (brand) => ({
  title: 'Terms and conditions',
  lead: `The rules for using ${brand.name}: the web client, the desktop tool and the services behind them.`,
  updated: '2026-11-20',
  sections: [
    {
      id: 'who',
      title: 'Who may use it',
      blocks: [
        `${brand.name} is for staff and clients of ${brand.companyName} who were given an account. Your account is yours alone: keep the password to yourself. Logging in elsewhere ends the session before.`,
        'It is not made for children under 13.',
      ],
    },
    {
      id: 'work',
      title: 'Working on batteries',
      blocks: [
        'Batteries can injure people. Before you act on what the screen shows:',
        {
          list: [
            'follow the safety rules of the battery, the vehicle and your workplace;',
            'do not rely on a value that is marked as late, stale or invalid;',
            'send a command to a device only if you know what it does: commands take effect at once;',
            'disconnect and measure by independent means before you touch live parts.',
          ],
        },
      ],
    },
    {
      id: 'permissions',
      title: 'Permissions',
      blocks: [
        'What you may see and do depends on the permissions of your account. Do not try to go around them. The person who manages your account may change them, or deactivate the account, at any time.',
      ],
    },
    {
      id: 'data',
      title: 'Data',
      blocks: [
        'To work, the product processes your account data, the push token of your browser if you allow notifications, and the data of the devices you connect. The readings of a connected device stay in your browser unless you save or send them. If the device belongs to a pack or device that is listed on Assets, the server also receives a snapshot of its values while Assets is open, the parameters that you read or write, and the progress of a firmware install. Every account that may see the pack sees this data. The policies of the mobile apps are linked at the end of this page.',
        'Your browser lists the devices it was connected to. Where that was is remembered only when you ask for it. Both stay in your browser and are removed when you log out. Where maps are offered, showing those places fetches pieces of the map from the maps service, which thereby learns your address on the internet and the area shown.',
      ],
    },
    {
      id: 'warranty',
      title: 'Availability and liability',
      blocks: [
        'We take care that the product works and is available, and cannot promise that it always is. Nothing in these terms limits liability where the law does not allow it: for intent, gross negligence, and harm to life, body or health.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes',
      blocks: ['When these terms change, the new text appears here with its date.'],
    },
    contactSection(brand),
  ],
});
