import { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/**
 * Everything a client sends or gets in ids: a UUID (version 7 where the server made it, so that ids sort by time).
 * In small letters, as the database writes it: ids are compared as text.
 */
export const Uuid = z.uuid('common.invalidId').toLowerCase()
/** A moment by the server's clock: ISO 8601 in UTC. */
export const Instant = z.iso.datetime()
/** Raised under the row's lock at each change; a client's cache takes no older one. */
export const Version = z.int().nonnegative()

/** Yes or no, also as the text of a form or an address. */
export const FlagText = z.preprocess(
  (value) => (value === 'true' ? true : value === 'false' ? false : value),
  z.boolean('common.wrongType'),
)
/** A moment that may be open; in a form '' is null (the wire's rule). */
export const MomentText = z.preprocess(
  (value) => (value === '' ? null : value),
  z.iso.datetime('common.wrongType').nullable().default(null),
)

/** Whether a database can keep this text: PostgreSQL takes no null character, and half a surrogate pair is no character at all. */
export const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed()
/** The same text without what no database can keep. */
export const storable = (text: string): string => text.replaceAll('\u0000', '').toWellFormed()
/** At most so many characters; never half of a surrogate pair. */
export function cutText(text: string, max: number): string {
  const cut = text.slice(0, max)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

/** Who asks. `null` is an anonymous visitor. */
export type Viewer = { id: string; isAdmin: boolean } | null

/**
 * Who may call at all; the service decides the rest.
 * `public`: anybody. `token`: anybody with a session or with the alert's token; answers 404 without either, never 401.
 * `member`: a signed-in, active person (401 without). `admin`: an administrator (403 for others).
 */
export type Access = 'public' | 'token' | 'member' | 'admin'

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/backend/api`, with `:name` for each parameter. */
  readonly path: string
  readonly access: Access
  /** What the route of an administrator tells others (403); `forbidden` unless given. */
  readonly refusal?: ErrorCode
  readonly summary: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  /** A JSON body. */
  readonly body?: z.ZodType
  /** The text fields of a multipart form; files come beside them. */
  readonly form?: z.ZodObject
  /** The status of success; 200 unless given. */
  readonly status?: 200 | 201
  readonly reply: z.ZodType
}

/** Keeps the exact type of each route, so that handlers and calls are typed by it. */
export const defineRoutes = <const Routes extends Record<string, Route>>(routes: Routes): Routes => routes

/** Events that the server announces: name -> schema of the payload. */
export const defineEvents = <const Events extends Record<string, z.ZodType>>(events: Events): Events => events

/** What a client may ask over its socket: name -> schema of the payload. Each is acknowledged with {@link Ack}. */
export const defineCommands = <const Commands extends Record<string, z.ZodType>>(commands: Commands): Commands => commands

/** A right: a pure rule over a viewer and loaded facts. Default is deny: what is not defined here is not allowed. */
export type Ability<Subject = never> = (viewer: Viewer, subject: Subject) => boolean
export const defineAbilities = <const Abilities extends Record<string, Ability>>(abilities: Abilities): Abilities => abilities

export const Ack = z.union([z.object({ ok: z.literal(true) }), z.object({ ok: z.literal(false), code: z.string() })])
export type Ack = z.infer<typeof Ack>

/** A list that goes on at `nextCursor`; null at its end. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() })

/** An answer that carries nothing but its success. */
export const Done = z.object({ ok: z.literal(true) })
