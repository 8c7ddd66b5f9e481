import type { callRoutes } from '@noroshi/contract/calls/calls.http'
import type { pushRoutes } from '@noroshi/contract/push/push.http'
import type { PushPayload } from '@noroshi/contract/push/push.payload'
import { requestTo, type RouteRequest } from '../src/platform/connection/route-request.ts'

export type NotificationAction = 'respond' | 'open' | 'accept' | 'reject'

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

interface PushKind<Payload> {
  /** Returns the page that shows the subject. */
  readonly path: (payload: Payload) => string
  /** Absent for a payload that closes a notification. */
  readonly shown?: ShownKind
  /** Returns whether the payload replaces a shown notification instead of closing it. */
  readonly isOutcome?: (payload: Payload) => boolean
}

type PayloadOf<Kind, One = PushPayload> = One extends { readonly kind: infer Kinds } ? (Kind extends Kinds ? One : never) : never

const alertPath = ({ id, messageThreadId }: PayloadOf<'alert' | 'alertChat'>) =>
  messageThreadId === null ? '/alerts' : `/alerts/${id}/messages/${messageThreadId}`
const threadPath = ({ id }: PayloadOf<'messages'>) => `/messages/${id}`

const KINDS: { readonly [Kind in PushPayload['kind']]: PushKind<PayloadOf<Kind>> } = {
  alert: {
    path: alertPath,
    shown: {
      window: 'alert',
      actions: ['respond', 'open'],
      vibration: [500, 200, 500, 200, 500, 200, 1000],
      renotifies: true,
      report: (id) => requestTo<typeof pushRoutes.alertShown>({ method: 'PUT', path: '/push/alerts/:id/shown', params: { id } }),
    },
  },
  alertSeen: { path: alertPath },
  alertResolved: { path: alertPath, isOutcome: () => true },
  // Each message of an alert's chat may be a question to the user.
  alertChat: { path: alertPath, shown: { window: 'messages', actions: ['open'], renotifies: true } },
  alertChatRead: { path: alertPath },
  call: {
    path: ({ isGroupCall, callId }) => `/${isGroupCall ? 'group-call' : 'call'}/${callId}`,
    shown: {
      window: 'call',
      actions: ['accept', 'reject'],
      vibration: [400, 200, 400, 1000, 400, 200, 400],
      renotifies: true,
      report: (id) =>
        requestTo<typeof callRoutes.acknowledge>({ method: 'PUT', path: '/call-sessions/:id/acknowledge', params: { id } }),
    },
  },
  callEnded: { path: () => '/calls', isOutcome: ({ isMissed }) => isMissed },
  messages: { path: threadPath, shown: { window: 'messages', actions: ['open'], renotifies: false } },
  messagesRead: { path: threadPath },
  health: { path: () => '/admin/health', shown: { window: 'messages', actions: ['open'], renotifies: true } },
  healthOver: { path: () => '/admin/health' },
}

/** Returns how the service worker handles a payload. */
export const kindOf = (payload: PushPayload): PushKind<PushPayload> => KINDS[payload.kind] as PushKind<PushPayload> // its functions take the payload of this kind

/** Returns the page that shows the subject of a notification. */
export const pathOf = (payload: PushPayload | null): string => (payload === null ? '/' : kindOf(payload).path(payload))
