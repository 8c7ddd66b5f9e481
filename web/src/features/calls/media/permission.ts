import {
  captureObstacle,
  CaptureError,
  type CaptureRequest,
  closeStream,
  openStream,
} from '../../../platform/device/media-capture.ts'

/** Returns the state of a permission, or `prompt` where the browser does not report it. */
async function stateOf(name: 'camera' | 'microphone'): Promise<PermissionState> {
  try {
    return (await navigator.permissions.query({ name })).state
  } catch {
    return 'prompt'
  }
}

const camera = { facing: 'user', quality: 'medium' } as const
const attempts: readonly CaptureRequest[] = [
  { audio: true, video: camera, use: 'call' },
  { audio: true, video: null, use: 'call' },
  { audio: false, video: camera },
]

/**
 * Asks for camera and microphone. A device that does not exist is left out.
 * @returns false if the user or the browser refused
 */
export async function hasPermission(): Promise<boolean> {
  if (captureObstacle() !== null) return true // this page has no devices: the user can watch and listen
  const states = await Promise.all([stateOf('camera'), stateOf('microphone')])
  if (states.includes('denied')) return false
  if (states.every((state) => state === 'granted')) return true
  for (const request of attempts) {
    try {
      closeStream(await openStream(request))
      return true
    } catch (error) {
      if (error instanceof CaptureError && error.problem === 'denied') return false
    }
  }
  return true
}
