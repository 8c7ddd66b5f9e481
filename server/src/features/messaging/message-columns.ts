import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { MessageType, SentFields } from '@noroshi/contract/messaging/messaging.http'
import type { NewPoll } from '@noroshi/contract/messaging/polls'
import { hashOfBody } from '#/db/command.ts'
import type { Messages } from '#/db/rows.ts'

/** A message that a user sends. */
export interface NewMessage extends z.output<z.ZodObject<typeof SentFields>> {
  readonly threadId: string
  readonly messageType: MessageType
  readonly text: string
  /** Hash of the attached files as the client sent them. */
  readonly filesHash?: Buffer | undefined
  /** The id of the message that this one copies. */
  readonly forwardOf?: string
  /** In a group, of a message without files. */
  readonly poll?: NewPoll | undefined
}

type Row = Selectable<Messages>
type SqlType = 'boolean' | 'uuid' | 'text' | 'float8' | 'bytea' | 'jsonb' | 'timestamptz'

interface Column<Value> {
  readonly type: SqlType
  readonly valueOf: (message: NewMessage) => Value
}
const column = <Value>(type: SqlType, valueOf: (message: NewMessage) => Value): Column<Value> => ({ type, valueOf })

/**
 * The columns of a message that its sender gives, with their SQL types and values. The INSERT and SELECT of messages and the
 * comparison of repetitions follow this list: a new column is one entry.
 */
const contentColumns = {
  thread_id: column('uuid', ({ threadId }) => threadId),
  message_type: column<string>('text', ({ messageType }) => messageType),
  text: column('text', ({ text }) => text),
  latitude: column('float8', ({ latitude }) => latitude),
  longitude: column('float8', ({ longitude }) => longitude),
  files_hash: column('bytea', ({ filesHash }) => filesHash ?? null),
  is_forwarded: column('boolean', ({ forwardOf }) => (forwardOf === undefined ? null : true)),
  mentions: column('jsonb', ({ mentions }) => (mentions && mentions.length > 0 ? mentions : null)),
  reply_to_id: column('uuid', ({ replyToId }) => replyToId ?? null),
  poll: column<NewPoll | null>('jsonb', ({ poll }) => poll ?? null),
} satisfies { readonly [Name in keyof Row]?: Column<Row[Name]> }

export type ContentRow = { readonly [Name in keyof typeof contentColumns]: ReturnType<(typeof contentColumns)[Name]['valueOf']> }
/** The names of the columns that the sender gives. */
export const CONTENT_NAMES = Object.keys(contentColumns) as (keyof ContentRow)[] // the type of the literal above

/** Returns the values of the columns that the sender gives. */
export const contentOf = (message: NewMessage): ContentRow =>
  Object.fromEntries(CONTENT_NAMES.map((name) => [name, contentColumns[name].valueOf(message)])) as ContentRow // one value for each name

/** Returns the hash that a repetition must have. A column without a value does not count: a new one changes no earlier hash. */
export const bodyHashOf = (content: ContentRow): Buffer =>
  hashOfBody(
    CONTENT_NAMES.filter((name) => content[name] !== null)
      .toSorted()
      .map((name) => [name, jsonOf(content[name])]),
  )

/** Returns the hash that the repetition of a forward must have. It has no content, because the source may have changed meanwhile. */
export const forwardHashOf = (threadId: string, sourceId: string): Buffer => hashOfBody(['forward', threadId, sourceId])

/** The columns of a new message that its sender does not give, with their SQL types. */
const derivedColumns = {
  id: 'uuid',
  sender_id: 'uuid',
  client_id: 'uuid',
  body_hash: 'bytea',
  grams: 'text',
  message_at: 'timestamptz',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
} as const satisfies { readonly [Name in keyof Row]?: SqlType }

/** A message that is not inserted yet. `grams` is its search index; null if it cannot be searched for. */
export type NewRow = ContentRow & Readonly<Pick<Row, keyof typeof derivedColumns>>

const TYPES: Readonly<Record<string, string>> = {
  ...derivedColumns,
  ...Object.fromEntries(CONTENT_NAMES.map((name) => [name, contentColumns[name].type])),
}
const NAMES = sql.raw(Object.keys(TYPES).join(', '))

/** Returns a value for JSON in the form that PostgreSQL reads: the bytes of a hash, and times, since it knows no year 0. */
function jsonOf(value: unknown): unknown {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  return value instanceof Date ? value.toISOString().replace(/^0000(.*)/, '0001$1 BC') : value
}

/**
 * SQL of new messages as the rows of a table `given`.
 * @param more SQL types of further columns that each row has
 */
export function givenMessages<Given extends NewRow>(
  rows: readonly Given[],
  more: { readonly [Name in Exclude<keyof Given, keyof NewRow>]: string },
): RawBuilder<unknown> {
  const types = Object.entries<string>({ ...TYPES, ...more })
  const values = rows.map((row) => {
    const all: Readonly<Record<string, unknown>> = { ...row }
    return Object.fromEntries(types.map(([name]) => [name, jsonOf(all[name])]))
  })
  const columns = sql.raw(types.map(([name, type]) => `${name} ${type}`).join(', '))
  return sql`jsonb_to_recordset(${JSON.stringify(values)}::jsonb) AS given (${columns})`
}

/** SQL that inserts messages. @param numbered SQL of a table with the columns of `given` and the `seq` of each message */
export const insertMessages = (numbered: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`INSERT INTO messages (seq, ${NAMES}) SELECT seq, ${NAMES} FROM ${numbered}`
