import type { PushPayload } from '@noroshi/contract/push/push.payload'
import type { RouteRequest } from '../connection/route-request.ts'

export type NotificationAction = 'respond' | 'safe' | 'open' | 'accept' | 'reject'

/** How a device shows an event. */
export interface ShownKind {
  /** How a visible window shows it instead. */
  readonly window: 'alert' | 'call' | 'messages'
  readonly actions: readonly NotificationAction[]
  /**
   * An alarm stays until the user acts. Milliseconds of vibration and pause in turn; devices without a vibration motor
   * ignore it.
   */
  readonly vibration?: readonly number[]
  /** Whether it alarms again while an earlier one with its tag is shown. */
  readonly renotifies: boolean
  /** Returns the request that reports to the server that the device alarms its user. */
  readonly report?: (id: string) => RouteRequest
}

export interface PushKind<Payload> {
  /** Returns the page that shows the subject. */
  readonly path: (payload: Payload) => string
  /** How a device shows the payload. Absent for one that closes a notification. */
  readonly shown?: ShownKind | ((payload: Payload) => ShownKind)
  /** Returns whether the payload replaces a shown notification instead of closing it. */
  readonly isOutcome?: (payload: Payload) => boolean
}

type PayloadOf<Kind, One = PushPayload> = One extends { readonly kind: infer Kinds } ? (Kind extends Kinds ? One : never) : never

/** Declares how the service worker handles some kinds of push messages. */
export const definePushKinds = <const Kind extends PushPayload['kind']>(kinds: {
  readonly [Name in Kind]: PushKind<PayloadOf<Name>>
}) => kinds
