/** Why a camera or microphone cannot be used. `insecure`: a page on plain http is given none. */
export type CaptureProblem = 'insecure' | 'missing' | 'denied' | 'failed'

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

/** Specification, section 9. */
export const VIDEO_PRESETS = {
  low: { width: 640, height: 360, frameRate: 24, bitsPerSecond: 800_000 },
  medium: { width: 1280, height: 720, frameRate: 30, bitsPerSecond: 2_500_000 },
  high: { width: 1920, height: 1080, frameRate: 30, bitsPerSecond: 5_000_000 },
} as const

/** What stands in the way before the device is even asked; null: nothing so far. */
export function captureObstacle(): CaptureProblem | null {
  if (!window.isSecureContext) return 'insecure'
  return typeof navigator.mediaDevices?.getUserMedia === 'function' ? null : 'missing'
}

/** Each browser names the same trouble in its own way. */
export function problemOf(error: unknown): CaptureProblem {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError' || name === 'PermissionDeniedError') return 'denied'
  if (name === 'NotFoundError' || name === 'DevicesNotFoundError') return 'missing'
  return 'failed'
}

export interface Wanted {
  readonly audio: boolean
  /** null: sound alone. */
  readonly video: { readonly facing: Facing; readonly quality: VideoQuality } | null
}

/** Everything is only `ideal`: many cameras know no direction, and a smaller picture is better than none. */
export function constraintsFor({ audio, video }: Wanted): MediaStreamConstraints {
  if (!video) return { audio, video: false }
  const { width, height, frameRate } = VIDEO_PRESETS[video.quality]
  return {
    audio,
    video: {
      facingMode: { ideal: video.facing },
      width: { ideal: width },
      height: { ideal: height },
      frameRate: { ideal: frameRate, max: frameRate },
    },
  }
}

/** @throws CaptureError */
export async function openStream(wanted: Wanted): Promise<MediaStream> {
  const obstacle = captureObstacle()
  if (obstacle) throw new CaptureError(obstacle)
  try {
    return await navigator.mediaDevices.getUserMedia(constraintsFor(wanted))
  } catch (error) {
    throw new CaptureError(problemOf(error), error)
  }
}

/** Lets go of the camera and microphone: their lights go out. */
export function closeStream(stream: MediaStream) {
  for (const track of stream.getTracks()) track.stop()
}

/** The picture that a playing video shows now. @throws CaptureError where the camera has given none yet. */
export async function grabPicture(video: HTMLVideoElement): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob || canvas.width === 0) throw new CaptureError('failed')
  return new File([blob], `picture-${Date.now()}.png`, { type: 'image/png' })
}

const recorderTypes = {
  audio: ['audio/webm;codecs=opus', 'audio/webm', 'audio/mp4'],
  video: ['video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4'],
} as const

/** The first container this browser can record (section 9: webm, else mp4); null: it cannot record at all. */
export function recorderType(kind: 'audio' | 'video'): string | null {
  if (typeof MediaRecorder === 'undefined') return null
  return recorderTypes[kind].find((type) => MediaRecorder.isTypeSupported(type)) ?? null
}

/** `video/webm;codecs=...` -> the file that people keep. */
export function recordingFile(kind: 'audio' | 'video', blob: Blob): File {
  const type = blob.type.split(';')[0] || `${kind}/webm`
  return new File([blob], `${kind === 'audio' ? 'voice' : 'video'}-${Date.now()}.${type.endsWith('mp4') ? 'mp4' : 'webm'}`, {
    type,
  })
}
