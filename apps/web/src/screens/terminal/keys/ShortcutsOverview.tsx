import { Flex, Modal } from 'antd';
import { SHORTCUT_GROUPS, SHORTCUTS, shownKeys, type Shortcut } from './shortcuts.ts';
import './shortcuts.css';

/** Lists every shortcut of the terminal. */
export const ShortcutsOverview = ({ onClose }: { readonly onClose: () => void }) => (
  <Modal
    open
    title="Keyboard shortcuts"
    width="min(1240px, 100vw - 32px)"
    footer={null}
    onCancel={onClose}
  >
    {/* Focused, so that keys scroll the list. */}
    <div className="shortcuts" tabIndex={0} role="region" aria-label="All shortcuts">
      {Object.entries(SHORTCUT_GROUPS).map(([group, place]) => (
        <section key={group}>
          <h3>
            {group} <span className="hint">{place}</span>
          </h3>
          <dl>
            {Object.values<Shortcut>(SHORTCUTS)
              .filter((each) => each.group === group)
              .map((each) => (
                <Flex
                  key={each.does}
                  justify="space-between"
                  gap={8}
                  style={{ breakInside: 'avoid', paddingBlock: 1 }}
                >
                  <dt>{each.does}</dt>
                  <Flex component="dd" gap={4}>
                    {shownKeys(each).map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </Flex>
                </Flex>
              ))}
          </dl>
        </section>
      ))}
    </div>
    <p className="hint">
      In panels, dialogs and opened rows <kbd>Tab</kbd> moves between the controls, <kbd>Enter</kbd>{' '}
      or <kbd>Space</kbd> presses one, and <kbd>Esc</kbd> closes. The control lines of the port have
      no shortcut on purpose: a wrong key could reset the device.
    </p>
  </Modal>
);
