import { problemOf } from '../../../platform/device/media-capture.ts'

/** Returns null when the user closed the browser's choice of a screen. */
export async function openScreen(): Promise<MediaStream | null> {
  try {
    return await navigator.mediaDevices.getDisplayMedia({ video: { frameRate: { max: 15 } }, audio: false })
  } catch (error) {
    if (problemOf(error) === 'denied') return null
    throw error
  }
}

/** Whether this browser can share its screen. Phones cannot. */
export const canShareScreen = (): boolean => typeof navigator.mediaDevices?.getDisplayMedia === 'function'
