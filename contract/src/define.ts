import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import { parseWhole } from './text/numbers.ts'

/**
 * The id of any row. The server creates UUIDs of version 7, which sort by time.
 * Ids are converted to lower case, as PostgreSQL returns them, because they are compared as text.
 */
export const Uuid = z.uuid('common.invalidId').toLowerCase()
/** A time of the server's clock: ISO 8601 in UTC. */
export const Timestamp = z.iso.datetime()
/** Raised under the row's lock with each change. A client's cache ignores rows with an older version. */
export const Version = z.int().nonnegative()

/**
 * A whole number. A query or a form has it as text: decimal digits only, since other notations mean other numbers to
 * other programs.
 */
export const wholeText = ({ min = 0, max = Number.MAX_SAFE_INTEGER, tooSmall = 'common.wrongType' } = {}) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? parseWhole(value) : value),
    z.int('common.wrongType').min(min, tooSmall).max(max, 'common.wrongType'),
  )

/** A boolean. The texts 'true' and 'false' of forms and queries are accepted too. */
export const FlagText = z.preprocess(
  (value) => (value === 'true' ? true : value === 'false' ? false : value),
  z.boolean('common.wrongType'),
)
/** A time or null. In a form, '' means null. */
export const TimestampText = z.preprocess(
  (value) => (value === '' ? null : value),
  z.iso.datetime('common.wrongType').nullable().default(null),
)

/** Whether PostgreSQL can store this text: null characters and lone surrogates are refused. */
export const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed()
/** Removes null characters and replaces lone surrogates, so that PostgreSQL can store the text. */
export const toStorable = (text: string): string => text.replaceAll('\u0000', '').toWellFormed()

/** The user who sends a request; `null` for an anonymous visitor. */
export type Viewer = { id: string; isAdmin: boolean } | null

/**
 * The callers that a route accepts. The service checks all further rights.
 * - `public`: all callers.
 * - `token`: callers with a session or with the token of the alert. Others get 404, never 401.
 * - `member`: signed-in users with an active account. Others get 401.
 * - `admin`: administrators. Others get 403.
 * - `screen`: screens of the kind that the route names (decisions/0141). All other callers get 401, including
 *   administrators. Routes with another access treat a screen as an anonymous visitor.
 */
export type Access = 'public' | 'token' | 'member' | 'admin' | 'screen'

/** The two daily limits of each user. Alerts, calls and the radio never wait for the other one. */
export const BUDGET_KINDS = ['everyday', 'emergency'] as const
export type BudgetKind = (typeof BUDGET_KINDS)[number]

/** The method, the address and the access of a route, without its schemas. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/backend/api`, with `:name` for each parameter. */
  readonly path: string
  readonly access: Access
  /** The kind of screens that may call a route with the access `screen`, as a manifest of the server declares it. */
  readonly screen?: string
  /** The base at which the web calls the route, where the specification has another one; the server answers at both. */
  readonly clientBase?: string
  /**
   * Whether restricted sessions may call it (decisions/0112). Otherwise a `public` or `token` route treats them as
   * sessions that have ended, and the other routes answer `secondFactor.required` (403).
   */
  readonly allowsRestricted?: true
  /** The error code (403) for callers who are not administrators; `forbidden` by default. */
  readonly refusal?: ErrorCode
  readonly summary: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  /** A JSON body. */
  readonly body?: z.ZodType
  /** The text fields of a multipart form. Files are separate parts. */
  readonly form?: z.ZodObject
  /** A change that is accepted on a full disk, since it matters for an SOS or makes room. Deletions always are. */
  readonly onFullDisk?: 'accepted'
  /**
   * The budget to which a request of a user counts: the daily limits for what they send (`everyday`), or those of alerts, calls and
   * radio (`emergency`). Absent where nothing stays for each request. An SOS never counts.
   */
  readonly budget?: BudgetKind
  /** The error codes of this route beyond those that its access and input imply (route-errors.ts). */
  readonly errors?: readonly ErrorCode[]
  /** The status of a successful reply; 200 by default. */
  readonly status?: 200 | 201
  /** A request that repeats an earlier one, or finds what it would create, has the same reply with the status 200. */
  readonly isRepeatable?: true
  readonly reply: z.ZodType
}

/** Keeps the exact type of each route. Handlers and calls derive their types from it. */
export const defineRoutes = <const Routes extends Record<string, Route>>(routes: Routes): Routes => routes

/** Declares events that the server emits: name -> schema of the payload. */
export const defineEvents = <const Events extends Record<string, z.ZodType>>(events: Events): Events => events

/** A command that a client may emit. The server acknowledges it with {@link Ack}. */
export interface Command<Payload extends z.ZodType = z.ZodType, Reply extends z.ZodType | undefined = z.ZodType | undefined> {
  readonly payload: Payload
  /** The reply in the acknowledgement of a success; undefined for a command without a reply. */
  readonly reply: Reply
  /**
   * Returns the topic of the command. Commands of one socket on one topic run in the order of sending; commands on
   * other topics do not wait for them. null: the command runs at once, in no order.
   */
  readonly topic: (payload: z.output<Payload>) => string | null
  /** Whether sockets of restricted sessions may emit it (decisions/0112). Others get `secondFactor.required`. */
  readonly allowsRestricted: boolean
  /** The error codes of this command, besides those that any command may have. */
  readonly errors: readonly ErrorCode[]
}

interface DeclaredCommand<Payload extends z.ZodType, Reply extends z.ZodType | undefined> {
  readonly payload: Payload
  readonly reply?: Reply
  /**
   * By default, all commands of a socket without a topic share one. `unordered` is for commands without a database
   * connection.
   */
  readonly topic?: ((payload: z.output<Payload>) => string) | 'unordered'
  readonly allowsRestricted?: boolean
  readonly errors?: readonly ErrorCode[]
}

/** Declares a command: the schema of its payload, the schema of its reply, if it has one, and its topic. */
export const defineCommand = <Payload extends z.ZodType, Reply extends z.ZodType | undefined = undefined>({
  payload,
  reply,
  topic = () => '',
  allowsRestricted = false,
  errors = [],
}: DeclaredCommand<Payload, Reply>): Command<Payload, Reply> => ({
  payload,
  reply: reply as Reply, // undefined where the type is
  topic: topic === 'unordered' ? () => null : topic,
  allowsRestricted,
  errors,
})

/** A right: a pure rule over a viewer and loaded facts. The default is deny. */
export type Ability<Subject = never> = (viewer: Viewer, subject: Subject) => boolean
export const defineAbilities = <const Abilities extends Record<string, Ability>>(abilities: Abilities): Abilities => abilities

/** The acknowledgement of a command: its reply, if it has one, or an error code. */
export type Ack<Reply = undefined> =
  | ([Reply] extends [undefined] ? { readonly ok: true } : { readonly ok: true; readonly reply: Reply })
  | { readonly ok: false; readonly code: string }

/** A page of a list. `nextCursor` fetches the next page; it is null on the last page. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() })

/** A reply to a removal, with the version of the removal. Copies with a lower version are from before it. */
export const RemovalReply = z.object({ ok: z.literal(true), version: Version })

/** A reply without data. */
export const EmptyReply = z.object({ ok: z.literal(true) })
