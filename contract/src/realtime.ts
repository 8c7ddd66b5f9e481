import type { z } from 'zod'
import { accountCommands, accountEvents } from './accounts/accounts.events.ts'
import { alertCommands, alertEvents } from './alerts/alerts.events.ts'
import { commentCommands, commentEvents } from './comments/comments.events.ts'
import { dashboardEvents } from './dashboard/dashboard.events.ts'
import type { Ack } from './define.ts'
import type { EventMeta } from './events/events.http.ts'
import { feedCommands, feedEvents } from './feeds/feeds.events.ts'
import { messagingCommands, messagingEvents } from './messaging/messaging.events.ts'
import { pageCommands, pageEvents } from './pages/pages.events.ts'

/** Everything the server announces. */
export const serverEvents = {
  ...accountEvents,
  ...alertEvents,
  ...dashboardEvents,
  ...messagingEvents,
  ...feedEvents,
  ...commentEvents,
  ...pageEvents,
}
/** Everything a client may ask over its socket. */
export const clientCommands = {
  ...accountCommands,
  ...alertCommands,
  ...messagingCommands,
  ...feedCommands,
  ...commentCommands,
  ...pageCommands,
}

export type EventName = keyof typeof serverEvents
export type EventPayload<Name extends EventName> = z.output<(typeof serverEvents)[Name]>
export type CommandName = keyof typeof clientCommands
export type CommandPayload<Name extends CommandName> = z.output<(typeof clientCommands)[Name]>

/** Socket.IO's generics, for both ends. */
export type ServerEvents = { [Name in EventName]: (payload: EventPayload<Name>, meta: EventMeta) => void }
export type ClientEvents = {
  [Name in CommandName]: (payload: z.input<(typeof clientCommands)[Name]>, acknowledge: (ack: Ack) => void) => void
}

/** The socket's handshake. Without a token it is an anonymous visitor's. */
export interface Handshake {
  readonly token?: string
  /** Tokens of the alerts that this device raised anonymously. */
  readonly alertTokens?: readonly string[]
}
