export type {
  Profile,
  ProfilePoll,
  ProfileProbe,
  ProfileRecord,
  ProfileTest,
  ExpectedValues,
} from './profile.ts';
export type { NamedValue, NumberedValue, ProfileReading, Refusal } from './profile-reading.ts';
export { fromVersion1, PROFILE_2_FILE, PROFILE_SCHEMA, readProfile } from './profile-schema.ts';
export {
  createProfileReader,
  type ProfileReader,
  type ReadContext,
  type ReadResult,
} from './profile-reader.ts';
export { agesOf, mergeReadings, type MergedPack } from './merge-readings.ts';
export { replyEnd, type ReplyEnd, type ReplyState } from './reply-end.ts';
export { bytesOf } from './device-bytes.ts';
export { questionBytes } from './profile-commands.ts';
export {
  checkProfile,
  loadProfile,
  loadProfileObject,
  readVector,
  valuesOf,
  type VectorProblem,
} from './check-profile.ts';
export {
  BUILT_IN_IDS,
  isBuiltInId,
  loadAllBuiltIn,
  loadBuiltIn,
  type BuiltInId,
} from './built-in.ts';
export { identifyPlan, matchesProbe, type ProbeStep } from './identify.ts';
