export type {
  Profile,
  ProfilePoll,
  ProfileRecord,
  ProfileTest,
  ExpectedValues,
  ReplyRecord,
} from './profile.ts';
export type { ProfileReading, Refusal } from './profile-reading.ts';
export { PROFILE_2_FILE, readProfile } from './profile-file.ts';
export { PROFILE_SCHEMA } from './profile-schema.ts';
export { profileOfFields } from './version-1.ts';
export { draftProfile, suggestedRule } from './draft-profile.ts';
export { TARGETS, unitsOf, type FieldRule, type Target } from './field-rule.ts';
export { readReplyRecord } from './read-reply.ts';
export { replyOf, replyProfile } from './reply-profile.ts';
export { createProfileReader, type ReadContext, type ReadResult } from './profile-reader.ts';
export { mergeReadings, type MergedPack } from './merge-readings.ts';
export { replyEnd } from './reply-end.ts';
export { bytesOf } from './device-bytes.ts';
export { textOfBytes } from '../prelude/text-of-bytes.ts';
export { isProven, pollOf, questionBytes } from './profile-commands.ts';
export {
  checkProfile,
  loadProfile,
  loadProfileObject,
  readVector,
  valuesOf,
} from './check-profile.ts';
export {
  BUILT_IN_IDS,
  isBuiltInId,
  loadAllBuiltIn,
  loadBuiltIn,
  type BuiltInId,
} from './built-in.ts';
export { identifyPlan, matchesProbe, type ProbeStep } from './identify.ts';
