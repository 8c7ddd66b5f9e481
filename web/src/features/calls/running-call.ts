import type { MessageKey } from '../../platform/language/i18n.ts'
import { createObservable, type ReadonlyObservable, useObservable } from '../../platform/observable.ts'
import type { CallRoom } from './media/call-room.ts'

/** The call that this page takes part in. It goes on while the user moves to other screens. */
export interface RunningCall {
  readonly callId: string
  readonly myId: string
  readonly room: CallRoom
  /** Closes the room and ends the sessions of the user. */
  readonly leave: () => void
}

const running = createObservable<RunningCall | null>(null)

/** The call that this page takes part in; null without one. */
export const runningCall: ReadonlyObservable<RunningCall | null> = running

export const useRunningCall = (): RunningCall | null => useObservable(running)

/** Says why a call has ended while an alarm covers the page and its toasts; null: there is nothing to say. */
export const callEnd = createObservable<MessageKey | null>(null)

/** Makes a call the running one. A page takes part in one call at a time: it leaves the one before. */
export function setRunningCall(call: RunningCall): void {
  running.get()?.leave()
  running.set(call)
  callEnd.set(null)
}

/** Removes a call that this page has left. */
export function removeRunningCall(room: CallRoom): void {
  if (running.get()?.room === room) running.set(null)
}
