import { Subject } from 'rxjs';
import { createFakeGates } from './fake-gates.ts';
import { ok, type Result } from '../prelude/result.ts';
import type { PushError, PushInbox, PushMessage, PushRegistration } from '../ports/push-inbox.ts';

/**
 * A push service that a test controls. At first the user grants the permission and each registration gets a new token.
 */
export interface FakePushInbox extends PushInbox {
  readonly answer: (registration: Result<PushRegistration, PushError>) => void;
  /** Keeps registrations pending; the returned function releases them. */
  readonly hold: () => () => void;
  readonly deliver: (message: PushMessage) => void;
  /** Returns the calls of `register` and `unregister` in the order in which they began. */
  readonly calls: () => readonly ('register' | 'unregister')[];
}

export const createFakePushInbox = (): FakePushInbox => {
  const messages = new Subject<PushMessage>();
  const calls: ('register' | 'unregister')[] = [];
  let answer: Result<PushRegistration, PushError> | undefined;
  const gates = createFakeGates<'register'>();
  let count = 0;
  return {
    register: async () => {
      calls.push('register');
      await gates.pass('register');
      count += 1;
      return answer ?? ok({ permission: 'granted', token: `push-token-${String(count)}` });
    },
    unregister: () => {
      calls.push('unregister');
      return Promise.resolve();
    },
    messages$: messages.asObservable(),
    answer: (registration) => {
      answer = registration;
    },
    hold: () => gates.hold('register'),
    deliver: (message) => messages.next(message),
    calls: () => [...calls],
  };
};
