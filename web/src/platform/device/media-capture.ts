import { claimMicrophone, type MicrophoneUse } from '../audio/microphone.ts'

/**
 * The reason for which a camera or microphone cannot be used. `insecure`: browsers give none to a page on plain http.
 * `busy`: a call uses the microphone. `noSound`: the sound output of the device does not start, without which browsers
 * process no microphone.
 */
export type CaptureProblem = 'insecure' | 'missing' | 'denied' | 'busy' | 'noSound' | 'failed'

export class CaptureError extends Error {
  readonly problem: CaptureProblem

  constructor(problem: CaptureProblem, cause?: unknown) {
    super(`no camera or microphone: ${problem}`, { cause })
    this.name = 'CaptureError'
    this.problem = problem
  }
}

export type Facing = 'user' | 'environment'
export type VideoQuality = keyof typeof VIDEO_PRESETS

/** Video presets of the specification, section 9. */
export const VIDEO_PRESETS = {
  low: { width: 640, height: 360, frameRate: 24, bitsPerSecond: 800_000 },
  medium: { width: 1280, height: 720, frameRate: 30, bitsPerSecond: 2_500_000 },
  high: { width: 1920, height: 1080, frameRate: 30, bitsPerSecond: 5_000_000 },
} as const

/** Returns why the device cannot be asked, or null if it can. */
export function captureObstacle(): CaptureProblem | null {
  if (!window.isSecureContext) return 'insecure'
  return typeof navigator.mediaDevices?.getUserMedia === 'function' ? null : 'missing'
}

/** Maps the error names of all browsers to one problem. */
export function problemOf(error: unknown): CaptureProblem {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError' || name === 'PermissionDeniedError') return 'denied'
  if (name === 'NotFoundError' || name === 'DevicesNotFoundError') return 'missing'
  return 'failed'
}

export interface CaptureRequest {
  readonly audio: boolean
  /** null: audio only. */
  readonly video: { readonly facing: Facing; readonly quality: VideoQuality; readonly deviceId?: string | undefined } | null
  /** The use of the microphone; `recording` by default. */
  readonly use?: MicrophoneUse
  /** Called when a use of higher priority has taken the microphone and the stream has ended. */
  readonly onTaken?: () => void
  /** Whether a recording may take the microphone, since it stays open without being used. */
  readonly isResting?: () => boolean
  /** The microphone that the user chose. */
  readonly microphoneId?: string | undefined
}

/**
 * A chosen device is `exact`, because Chromium may open the default one for an ideal id. All other constraints are
 * `ideal`: many cameras report no direction, and a smaller picture is better than none.
 */
export function constraintsFor({ audio: hasAudio, video, microphoneId }: CaptureRequest): MediaStreamConstraints {
  const audio = hasAudio && microphoneId !== undefined ? { deviceId: { exact: microphoneId } } : hasAudio
  if (!video) return { audio, video: false }
  const { width, height, frameRate } = VIDEO_PRESETS[video.quality]
  return {
    audio,
    video: {
      ...(video.deviceId === undefined ? { facingMode: { ideal: video.facing } } : { deviceId: { exact: video.deviceId } }),
      width: { ideal: width },
      height: { ideal: height },
      frameRate: { ideal: frameRate, max: frameRate },
    },
  }
}

/** Releases the microphone claims of the open streams. */
const releases = new WeakMap<MediaStream, () => void>()

/**
 * Opens the camera or microphone. The only caller of `getUserMedia`. The stream ends when a use of higher priority
 * takes the microphone.
 * @throws CaptureError
 */
export async function openStream(wanted: CaptureRequest): Promise<MediaStream> {
  const obstacle = captureObstacle()
  if (obstacle) throw new CaptureError(obstacle)
  let opened: MediaStream | null = null
  let isTaken = false
  const onTaken = () => {
    isTaken = true
    if (!opened) return
    closeStream(opened)
    wanted.onTaken?.()
  }
  const release = wanted.audio ? claimMicrophone(wanted.use ?? 'recording', onTaken, wanted.isResting) : () => undefined
  if (!release) throw new CaptureError('busy')
  try {
    opened = await openDevices(wanted)
  } catch (error) {
    release()
    throw new CaptureError(problemOf(error), error)
  }
  releases.set(opened, release)
  if (!isTaken) return opened
  closeStream(opened)
  throw new CaptureError('busy')
}

/** Opens the chosen devices, or the default ones when a chosen one is gone. */
async function openDevices(wanted: CaptureRequest): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia(constraintsFor(wanted))
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'OverconstrainedError') throw error
    const video = wanted.video && { ...wanted.video, deviceId: undefined }
    return navigator.mediaDevices.getUserMedia(constraintsFor({ ...wanted, video, microphoneId: undefined }))
  }
}

/** Stops the camera and the microphone. */
export function closeStream(stream: MediaStream) {
  for (const track of stream.getTracks()) track.stop()
  releases.get(stream)?.()
  releases.delete(stream)
}

/**
 * Returns the current frame of a playing video as a PNG file.
 * @throws CaptureError if the camera has given no frame yet.
 */
export async function capturePicture(video: HTMLVideoElement): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob || canvas.width === 0) throw new CaptureError('failed')
  return markCaptured(new File([blob], `picture-${Date.now()}.png`, { type: 'image/png' }))
}

const recorderTypes = {
  audio: ['audio/webm;codecs=opus', 'audio/webm', 'audio/mp4'],
  video: ['video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4'],
} as const

/** Returns the first container that this browser records (section 9: webm, else mp4), or null if it cannot record. */
export function recorderType(kind: 'audio' | 'video'): string | null {
  if (typeof MediaRecorder === 'undefined') return null
  return recorderTypes[kind].find((type) => MediaRecorder.isTypeSupported(type)) ?? null
}

/** Returns the recording as a named file. Its type is the container without the codecs (`video/webm;codecs=...`). */
export function recordingFile(kind: 'audio' | 'video', blob: Blob): File {
  const type = blob.type.split(';')[0] || `${kind}/webm`
  const name = `${kind === 'audio' ? 'voice' : 'video'}-${Date.now()}.${type.endsWith('mp4') ? 'mp4' : 'webm'}`
  return markCaptured(new File([blob], name, { type }))
}

const captured = new WeakSet<File>()

function markCaptured(file: File): File {
  captured.add(file)
  return file
}

/** Returns whether this page took the picture or made the recording, so that only the page has it. */
export const isCaptured = (file: File): boolean => captured.has(file)
