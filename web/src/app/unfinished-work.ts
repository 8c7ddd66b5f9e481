import { isRaising } from '../features/alerts/sos/raise.ts'
import { runningCall } from '../features/calls/running-call.ts'
import { currentRadio } from '../features/radio/current-radio.ts'
import { isMicrophoneClaimed } from '../platform/audio/microphone.ts'
import { outbox } from '../platform/outbox/outbox.ts'
import { hasStoredDrafts, readStored, storageKeys } from '../platform/session/storage.ts'
import { hasUnsaved } from '../platform/forms/unsaved.ts'

/** Returns whether the user is in a call or a call rings. */
const isInCall = (): boolean => runningCall.get() !== null || readStored(storageKeys.ringingCall) !== null

/**
 * Returns whether a reload of this page would interrupt or lose work of the user: an SOS that is being raised, a call,
 * a radio chat, a recording, or unsent content.
 */
export const hasUnfinishedWork = (): boolean =>
  isRaising() ||
  isInCall() ||
  currentRadio.get() !== null ||
  isMicrophoneClaimed() ||
  hasUnsaved() ||
  hasStoredDrafts() ||
  outbox.hasContentOfUsers()
