import { createEmitter, createObservable } from '../observable.ts'

/** The uses of a microphone, from the highest to the lowest priority. */
const microphoneUses = ['call', 'radio', 'recording', 'wakeWord'] as const
export type MicrophoneUse = (typeof microphoneUses)[number]

interface Claim {
  readonly use: MicrophoneUse
  readonly onTaken: () => void
  readonly isResting: () => boolean
}

const owner = createObservable<Claim | null>(null)
const freed = createEmitter()
const rank = (use: MicrophoneUse) => microphoneUses.indexOf(use)

/**
 * Claims the microphone. A claim of higher or equal priority takes it from the current owner, whose `onTaken` is
 * called. A recording also takes it from an owner of higher priority that is resting.
 * @param isResting whether the owner keeps the microphone open without using it
 * @returns the function that releases the claim, or null if a use of higher priority has the microphone
 */
export function claimMicrophone(
  use: MicrophoneUse,
  onTaken: () => void,
  isResting: () => boolean = () => false,
): (() => void) | null {
  const previous = owner.get()
  const isFree = previous === null || rank(previous.use) >= rank(use) || (use === 'recording' && previous.isResting())
  if (!isFree) return null
  const claim = { use, onTaken, isResting }
  owner.set(claim)
  previous?.onTaken()
  return () => {
    if (owner.get() !== claim) return
    owner.set(null)
    freed.emit()
  }
}

/** Calls back when nothing uses the microphone any more. @returns the function that unsubscribes. */
export const onMicrophoneFree = freed.subscribe

/**
 * Whether a call or a recording uses the microphone, so that the page must not speak into it. The microphone of the
 * radio stays open between two talks; a talk counts as a sound of the radio. The wake word listens while a message is
 * read.
 */
export function isMicrophoneUsed(): boolean {
  const use = owner.get()?.use
  return use === 'call' || use === 'recording'
}

/** Returns whether a call, a radio chat or a recording uses the microphone. The wake word has the lowest priority. */
export function isMicrophoneClaimed(): boolean {
  const use = owner.get()?.use
  return use !== undefined && use !== 'wakeWord'
}

/** Calls back when {@link isMicrophoneUsed} may have changed. @returns the function that unsubscribes. */
export const onMicrophoneUsed = owner.subscribe
