import { Modal } from 'antd';
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
  <Modal
    open
    title="Keyboard shortcuts"
    width="min(1240px, 100vw - 32px)"
    footer={null}
    onCancel={onClose}
  >
    <div className="shortcuts">
      {Object.entries(SHORTCUT_GROUPS).map(([group, place]) => (
        <section key={group}>
          <h3>
            {group} <span className="shortcuts__place">{place}</span>
          </h3>
          <dl>
            {Object.values<Shortcut>(SHORTCUTS)
              .filter((each) => each.group === group)
              .map((each) => (
                <div key={each.does} className="shortcuts__line">
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
    <p className="shortcuts__rest">
      In panels, dialogs and opened rows <kbd>Tab</kbd> moves between the controls, <kbd>Enter</kbd>{' '}
      or <kbd>Space</kbd> presses one, and <kbd>Esc</kbd> closes. The control lines of the port have
      no shortcut on purpose: a slip would reset the device.
    </p>
  </Modal>
);
