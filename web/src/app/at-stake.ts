import { isRaising } from '../features/alerts/raise.ts'
import { isMicrophoneClaimed } from '../platform/audio/microphone.ts'
import { outbox } from '../platform/outbox/outbox.ts'
import { hasStoredDrafts, readStored, storageKeys } from '../platform/storage.ts'
import { hasUnsaved } from '../platform/unsaved.ts'

const CALL_PAGE = /^\/(group-)?call\//

/** Whether the user is in a call, or one rings. */
const isInCall = (): boolean => CALL_PAGE.test(window.location.pathname) || readStored(storageKeys.ringingCall) !== null

/**
 * Whether leaving or reloading this page would interrupt or lose something: an SOS that is being raised, a call, a radio chat, a
 * recording, or what the user has begun and not sent.
 */
export const isAtStake = (): boolean =>
  isRaising() || isInCall() || isMicrophoneClaimed() || hasUnsaved() || hasStoredDrafts() || outbox.hasContentOfUsers()
