import { z } from 'zod'
import { Timestamp, Uuid } from '../define.ts'

/** A person as an entry names them: with the name at that time. null: anonymous, or no longer known. */
export const RecordPerson = z.object({ id: Uuid, firstName: z.string(), lastName: z.string() }).nullable()
export type RecordPerson = z.infer<typeof RecordPerson>

const Location = { latitude: z.number().nullable(), longitude: z.number().nullable() }
const RecordFile = z.object({ fileId: Uuid, type: z.string(), name: z.string(), size: z.int() })

/** The subjects of decisions. A reopening has an entry of its own. */
export const DecidedSubject = z.enum(['kind', 'severity', 'stage', 'user', 'group', 'duplicate', 'progress', 'closed'])

/** The fields of a decision about an alert. */
const RecordDecision = {
  subject: DecidedSubject,
  /** A name of the contract, the id of an alert, or the name of a group; null: none any more, or a user. */
  value: z.string().nullable(),
  /** The text with which an alert was closed; ''. */
  note: z.string(),
}

/** An alert when its record begins. */
const Beginning = z.object({
  by: RecordPerson,
  text: z.string(),
  ...Location,
  /** Metres. */
  accuracy: z.number().nullable(),
  /** Users in the audience. */
  recipients: z.int(),
  isDrill: z.boolean(),
  /** It reaches administrators only. */
  isMuted: z.boolean(),
})

/** A kind of entries of the record of an alert. */
interface RecordKind {
  readonly payload: z.ZodObject
  /** The right over the alert that a reader of these entries needs. */
  readonly ability: 'alert:open' | 'alert:chat' | 'alert:readLedger'
}

const defineKinds = <const Kinds extends Record<string, RecordKind>>(kinds: Kinds): Kinds => kinds

/**
 * The kinds of entries of the record of an alert. A further kind is one entry here, one text `record.<kind>`, and a
 * function of the sequencer that appends it (alert-sequence.ts). A kind that is not here is shown to no one.
 */
export const recordKinds = defineKinds({
  raised: { payload: Beginning, ability: 'alert:open' },
  /** The state of an alert that was raised before the server kept records. */
  imported: { payload: Beginning.extend({ raisedAt: Timestamp, resolvedAt: Timestamp.nullable() }), ability: 'alert:open' },
  /**
   * The person for whom a user raised the alert. It has an entry of its own, so that an erasure of either person leaves the
   * other. `name`: of a person without an account, or ''.
   */
  raisedFor: { payload: z.object({ person: RecordPerson, name: z.string() }), ability: 'alert:open' },
  /** An administrator alerted everyone about a muted alert. */
  released: { payload: z.object({ recipients: z.int() }), ability: 'alert:open' },
  /** Dismissed as a false alarm: it reaches administrators only. */
  dismissed: { payload: z.object({}), ability: 'alert:open' },
  /** The numbers of users. */
  delivered: { payload: z.object({ delivered: z.int(), recipients: z.int() }), ability: 'alert:readLedger' },
  seen: { payload: z.object({ by: RecordPerson }), ability: 'alert:readLedger' },
  answered: {
    payload: z.object({ by: RecordPerson, answer: z.enum(['responding', 'cannotHelp']) }),
    ability: 'alert:readLedger',
  },
  message: {
    payload: z.object({ by: RecordPerson, messageId: Uuid, text: z.string(), files: z.array(RecordFile), ...Location }),
    ability: 'alert:chat',
  },
  /** A mention of a deleted user was removed from a message. */
  messageChanged: { payload: z.object({ by: RecordPerson, messageId: Uuid, text: z.string() }), ability: 'alert:chat' },
  /** A talk in the radio channel of the alert. A later entry with the same id has the recognised or corrected text. */
  radio: {
    payload: z.object({ by: RecordPerson, messageId: Uuid, text: z.string(), durationMs: z.int(), isCorrected: z.boolean() }),
    ability: 'alert:chat',
  },
  file: { payload: RecordFile.extend({ by: RecordPerson, caption: z.string() }), ability: 'alert:open' },
  /** The text of a voice note of the alert or of its chat. */
  transcript: {
    payload: z.object({ by: RecordPerson, fileId: Uuid, language: z.string(), text: z.string(), isCorrected: z.boolean() }),
    ability: 'alert:chat',
  },
  /** The whole text of the alert after an addition. */
  text: { payload: z.object({ by: RecordPerson, text: z.string() }), ability: 'alert:open' },
  location: {
    payload: z.object({ by: RecordPerson, latitude: z.number(), longitude: z.number(), accuracy: z.number().nullable() }),
    ability: 'alert:open',
  },
  resolved: { payload: z.object({ by: RecordPerson }), ability: 'alert:open' },
  /** A decision about the alert. */
  decided: { payload: z.object({ by: RecordPerson, ...RecordDecision }), ability: 'alert:open' },
  /** The alert is assigned to this person, whose name is not in the decision, so that an erasure of either leaves the other. */
  assigned: { payload: z.object({ by: RecordPerson }), ability: 'alert:open' },
  reopened: { payload: z.object({ by: RecordPerson }), ability: 'alert:open' },
  /** The alert was deleted. The contents of all entries are erased then, that of this one too. */
  deleted: { payload: z.object({}), ability: 'alert:open' },
})

export type RecordKindName = keyof typeof recordKinds
export type RecordPayload<Kind extends RecordKindName> = z.infer<(typeof recordKinds)[Kind]['payload']>

/** An entry of the record of an alert. `payload` is null after an erasure. */
export type RecordEntry = {
  [Kind in RecordKindName]: {
    readonly seq: number
    readonly at: string
    readonly kind: Kind
    readonly payload: RecordPayload<Kind> | null
  }
}[RecordKindName]

const entrySchemas = Object.entries(recordKinds).map(([kind, { payload }]) =>
  z.object({ seq: z.int().positive(), at: Timestamp, kind: z.literal(kind), payload: payload.nullable() }),
)

/** The schema of {@link RecordEntry}. */
export const RecordEntrySchema = z
  .discriminatedUnion('kind', entrySchemas as [(typeof entrySchemas)[0], ...typeof entrySchemas])
  .meta({ id: 'RecordEntry' }) as unknown as z.ZodType<RecordEntry> // the kinds and payloads of the list
