/** The uses of a microphone, from the highest to the lowest priority. */
const microphoneUses = ['call', 'radio', 'recording', 'wakeWord'] as const
export type MicrophoneUse = (typeof microphoneUses)[number]

interface Claim {
  readonly use: MicrophoneUse
  readonly onTaken: () => void
}

let owner: Claim | null = null
const freeListeners = new Set<() => void>()
const changeListeners = new Set<() => void>()
const rank = (use: MicrophoneUse) => microphoneUses.indexOf(use)

function setOwner(next: Claim | null) {
  owner = next
  for (const listener of changeListeners) listener()
}

/**
 * Claims the microphone. A claim of higher or equal priority takes it from the current owner, whose `onTaken` is called.
 * @returns the function that releases the claim, or null if a use of higher priority has the microphone
 */
export function claimMicrophone(use: MicrophoneUse, onTaken: () => void): (() => void) | null {
  if (owner && rank(owner.use) < rank(use)) return null
  const previous = owner
  const claim = { use, onTaken }
  setOwner(claim)
  previous?.onTaken()
  return () => {
    if (owner !== claim) return
    setOwner(null)
    for (const listener of freeListeners) listener()
  }
}

/** Calls back when nothing uses the microphone any more. @returns the function that unsubscribes. */
export function onMicrophoneFree(listener: () => void): () => void {
  freeListeners.add(listener)
  return () => freeListeners.delete(listener)
}

/**
 * Whether a call or a recording uses the microphone, so that the page must not speak into it. The microphone of the radio stays
 * open between two talks; a talk counts as a sound of the radio. The wake word listens while a message is read.
 */
export const isMicrophoneUsed = (): boolean => owner?.use === 'call' || owner?.use === 'recording'

/** Calls back when {@link isMicrophoneUsed} may have changed. @returns the function that unsubscribes. */
export function onMicrophoneUsed(listener: () => void): () => void {
  changeListeners.add(listener)
  return () => changeListeners.delete(listener)
}
