import { CaptureError, type CaptureProblem, closeStream, openStream } from '../../platform/device/media-capture.ts'
import type { MessageKey } from '../../platform/language/i18n.ts'

const NOTES: Readonly<Record<CaptureProblem, MessageKey>> = {
  insecure: 'media.insecure',
  denied: 'media.grantMicrophone',
  busy: 'media.busy',
  missing: 'media.notAvailable',
  noSound: 'media.fetchFailed', // nothing is played here
  failed: 'media.fetchFailed',
}

/** Returns the text about a microphone that cannot be used. */
export const noteOfProblem = (problem: CaptureProblem): MessageKey => NOTES[problem]

/**
 * Opens the microphone for a moment, so that the browser asks for the permission at once.
 * @returns why it cannot be used; null if it can, also while a call uses it
 */
export async function askForMicrophone(): Promise<CaptureProblem | null> {
  try {
    closeStream(await openStream({ audio: true, video: null, use: 'wakeWord' }))
    return null
  } catch (error) {
    const problem = error instanceof CaptureError ? error.problem : 'failed'
    return problem === 'busy' ? null : problem
  }
}
