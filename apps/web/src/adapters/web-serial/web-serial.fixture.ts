import { createFakeClock } from '@batbot/core/fakes';
import { createSerialDouble } from './serial-double.fixture.ts';
import { createWebSerialLink } from './web-serial-link.ts';

/** Creates the adapter with a double of `navigator.serial`, virtual time and the page's events. */
export const createFixture = () => {
  const double = createSerialDouble();
  const clock = createFakeClock();
  const page = new EventTarget();
  const link = createWebSerialLink(double.serial, {
    isSecureContext: true,
    clock,
    pageEvents: page,
  });
  return { double, clock, page, link };
};
