export {
  type MakeSerialLinkHarness,
  type SerialLinkAbility,
  type SerialLinkHarness,
} from './serial-link-harness.ts';
export { serialLinkContract } from './serial-link.contract.ts';
