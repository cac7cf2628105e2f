import { Dialog } from '../../controls/Dialog.tsx';
import { SHORTCUTS, type Shortcut } from './shortcuts.ts';
import './shortcuts.css';

const GROUPS: readonly Shortcut['group'][] = ['Sending', 'Log', 'View'];

const Keys = ({ keys }: { readonly keys: string }) => (
  <span className="shortcuts__keys">
    {keys.split('+').map((key) => (
      <kbd key={key}>{key}</kbd>
    ))}
  </span>
);

/** Every shortcut of the terminal, in one place. */
export const ShortcutsOverview = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog title="Keyboard shortcuts" onClose={onClose}>
    <div className="shortcuts">
      {GROUPS.map((group) => (
        <section key={group}>
          <h3>{group}</h3>
          <dl>
            {Object.values<Shortcut>(SHORTCUTS)
              .filter((each) => each.group === group)
              .map(({ keys, does }) => (
                <div key={keys} className="shortcuts__line">
                  <dt>{does}</dt>
                  <dd>
                    <Keys keys={keys} />
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </div>
  </Dialog>
);
