import { z } from 'zod'
import type { Ack, Command } from './define.ts'
import type { EventMeta } from './events/events.http.ts'
import { join } from './feature.ts'
import { features } from './features.ts'
import { errorsOfCommand } from './route-errors.ts'

/** All events that the server emits. */
export const serverEvents = join(features, 'events')
/** All commands that a client may emit. */
export const clientCommands = join(features, 'commands')

export type EventName = keyof typeof serverEvents
export type EventPayload<Name extends EventName> = z.output<(typeof serverEvents)[Name]>
/** Events whose recipient calls the acknowledgement callback. Their sender waits for it. */
export const acknowledgedEvents = ['call:signal'] as const satisfies readonly EventName[]
export type AcknowledgedEventName = (typeof acknowledgedEvents)[number]
export type CommandName = keyof typeof clientCommands
/** Commands that are sent without an acknowledgement, because a lost one is not repeated. */
export const unacknowledgedCommands = ['radio:frame'] as const satisfies readonly CommandName[]
export type UnacknowledgedCommandName = (typeof unacknowledgedCommands)[number]
type Commands = typeof clientCommands
export type CommandPayload<Name extends CommandName> = z.output<Commands[Name]['payload']>
/** The reply of a command; undefined for a command without one. */
export type CommandReply<Name extends CommandName> = Commands[Name]['reply'] extends infer Reply extends z.ZodType
  ? z.output<Reply>
  : undefined
/** The reply that a handler returns; nothing for a command without one. */
export type SentReply<Name extends CommandName> = Commands[Name]['reply'] extends infer Reply extends z.ZodType
  ? z.input<Reply>
  : void

/** The schema of the acknowledgement of a command ({@link Ack}). */
export const ackSchema = (command: Command) => {
  const { reply } = command
  return z.union([
    reply === undefined ? z.object({ ok: z.literal(true) }) : z.object({ ok: z.literal(true), reply }),
    z.object({ ok: z.literal(false), code: z.enum([...errorsOfCommand(command)]) }),
  ])
}

/** The event types of Socket.IO, for server and client. */
export type ServerEvents = {
  [Name in EventName]: Name extends AcknowledgedEventName
    ? (payload: EventPayload<Name>, meta: EventMeta, acknowledge: () => void) => void
    : (payload: EventPayload<Name>, meta: EventMeta) => void
}
type Acknowledge<Name extends CommandName> = (ack: Ack<CommandReply<Name>>) => void
type CommandArguments<Payload, Callback> = undefined extends Payload ? [Callback] | [Payload, Callback] : [Payload, Callback]
export type ClientEvents = {
  [Name in CommandName]: Name extends UnacknowledgedCommandName
    ? (payload: z.input<Commands[Name]['payload']>) => void
    : (...args: CommandArguments<z.input<Commands[Name]['payload']>, Acknowledge<Name>>) => void
}

/** The `auth` object of the Socket.IO handshake. A socket without a token belongs to an anonymous visitor. */
export interface Handshake {
  readonly token?: string
  /** Tokens of the alerts that this device raised anonymously. */
  readonly alertTokens?: readonly string[]
  /** The token of a screen. The socket then belongs to the screen only, and the other tokens are ignored. */
  readonly screenToken?: string
}
