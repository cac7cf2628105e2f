import { Dialog } from '../../controls/Dialog.tsx';
import { SHORTCUT_GROUPS, SHORTCUTS, shownKeys, type Shortcut } from './shortcuts.ts';
import './shortcuts.css';

const Keys = ({ of }: { readonly of: Shortcut }) => (
  <span className="shortcuts__keys">
    {shownKeys(of).map((key) => (
      <kbd key={key}>{key}</kbd>
    ))}
  </span>
);

/** Every shortcut of the terminal, in one place. */
export const ShortcutsOverview = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog title="Keyboard shortcuts" onClose={onClose}>
    <div className="shortcuts">
      {SHORTCUT_GROUPS.map((group) => (
        <section key={group}>
          <h3>{group}</h3>
          <dl>
            {Object.values<Shortcut>(SHORTCUTS)
              .filter((each) => each.group === group)
              .map((each) => (
                <div key={each.keys} className="shortcuts__line">
                  <dt>{each.does}</dt>
                  <dd>
                    <Keys of={each} />
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </div>
  </Dialog>
);
