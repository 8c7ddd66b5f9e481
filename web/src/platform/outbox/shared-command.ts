import type { Location } from '@noroshi/contract/location'
import { ApiError, isTemporary } from '../connection/http-errors.ts'
import type { RouteRequest } from '../connection/route-request.ts'
import type { OutboxEntry } from './entry.ts'

/** Milliseconds for which other entries wait for an urgent one. */
export const HEAD_START_MS = 8_000

/** The state of the device at the time of sending. */
export interface SendContext {
  /** Milliseconds since 1970 by the clock of this device. */
  readonly now: number
  /** The token of the newest alert that this device raised anonymously. */
  readonly alertToken?: string | undefined
  /** The location of the device. The service worker has no geolocation. */
  readonly location?: Pick<Location, 'latitude' | 'longitude'> | null
}

export type SentEntry<Payload> = Pick<OutboxEntry, 'id' | 'seq' | 'files'> & { readonly payload: Payload }

/**
 * The part of a command that pages and the service worker share. Its functions are pure, and its module imports no
 * schemas of the contract (only types), no React, no cache and no socket: the service worker has none of them.
 */
export interface SharedCommand<Payload> {
  readonly kind: string
  /**
   * Urgent entries are sent before all others and wait neither for the storage nor for other tabs. Several tabs may
   * send such an entry at the same time; the server recognizes it by its id. They are never refused unless
   * `mayBeRefused`: every error is followed by a retry.
   */
  readonly isUrgent?: boolean
  /** The server may refuse an urgent entry, such as an answer to a question that has ended. */
  readonly mayBeRefused?: boolean
  /** Codes of error replies after which a retry may succeed, such as while another entry is unsent. */
  readonly temporaryCodes?: readonly string[]
  /**
   * Whether the user wrote or decided it. Sign-out then asks before it is deleted. An entry that is not content is
   * deleted when it is refused, and a new one retries only its own lane. Default: true.
   */
  readonly isContent?: boolean
  /** Whether a page must apply the reply, even if the service worker received it. */
  readonly needsReply?: boolean
  /** Milliseconds after which an attempt without a reply fails. */
  readonly timeoutMs?: number
  readonly requestOf: (entry: SentEntry<Payload>, context: SendContext) => RouteRequest
}

/**
 * Returns whether a retry of the same entry cannot succeed: each error reply below 500 except 401, 408, 429 and the temporary codes of
 * the command. A reply in another format is not from the server: a captive portal answers any request with 200.
 */
export const isRefusal = (
  {
    isUrgent = false,
    mayBeRefused = !isUrgent,
    temporaryCodes = [],
  }: Pick<SharedCommand<never>, 'isUrgent' | 'mayBeRefused' | 'temporaryCodes'>,
  error: unknown,
): boolean =>
  mayBeRefused && error instanceof ApiError && !isTemporary(error) && error.status !== 401 && !temporaryCodes.includes(error.code)

/** Returns the name of the lock of a lane. Its holder, a tab or the service worker, is the only sender of the lane. */
export const lockOf = (lane: string): string => `noroshi outbox ${lane}`

/** The tags of Background Sync for the outbox begin with this text. */
export const SYNC_TAG = 'outbox'
