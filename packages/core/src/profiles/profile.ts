import type * as v from 'valibot';
import type { DeepReadonly } from '../prelude/schema.ts';
import type {
  EXPECT,
  MEANING,
  MODBUS,
  PROFILE_SCHEMA,
  RECORD,
  TEXT_MEANING,
} from './profile-schema.ts';

/** A profile that was read: absent lists are empty. `PROFILE_SCHEMA` describes the fields. */
export type Profile = DeepReadonly<Omit<v.InferOutput<typeof PROFILE_SCHEMA>, '$schema'>>;

export type Meaning = DeepReadonly<v.InferOutput<v.ObjectSchema<typeof MEANING, undefined>>>;
export type TextMeaning = DeepReadonly<
  v.InferOutput<v.ObjectSchema<typeof TEXT_MEANING, undefined>>
>;

export type ProfileRecord = DeepReadonly<v.InferOutput<typeof RECORD>>;
type RecordOf<Read extends ProfileRecord['read']> = Extract<ProfileRecord, { readonly read: Read }>;
export type LayoutRecord = RecordOf<'layout'>;
export type FieldsRecord = RecordOf<'fields'>;
export type KeysRecord = RecordOf<'keys'>;
export type TableRecord = RecordOf<'table'>;
export type RegistersRecord = RecordOf<'registers'>;
export type ReplyRecord = RecordOf<'reply'>;
export type RegisterRule = RegistersRecord['registers'][number];

export type ModbusRequest = DeepReadonly<v.InferOutput<typeof MODBUS>>;
export type ProfilePoll = Profile['polls'][number];
export type ProfileFrame = Profile['frame'];
export type ProfileChecksum = NonNullable<Profile['checksum']>;
export type ProfileProbe = NonNullable<Profile['match']['probe']>;
export type ExpectedValues = DeepReadonly<v.InferOutput<typeof EXPECT>>;
export type ProfileTest = Profile['tests'][number];
