import { VIDEO_PRESETS } from '../../../platform/device/media-capture.ts'
import { readStored, storageKeys, writeStored } from '../../../platform/session/storage.ts'
import type { QualityLevel } from './quality.ts'
import type { VideoReduction } from './video-reduction.ts'

/** The camera is opened with this size at most (specification, section 9: call video constraints). */
const CAPTURE = VIDEO_PRESETS.medium

/** Whether the user of this device chose the high preset, which takes more data, battery and processor time. */
export const prefersHighVideo = (): boolean => readStored(storageKeys.highVideo) !== null
export const preferHighVideo = (isHigh: boolean): void => writeStored(storageKeys.highVideo, isHigh ? 'on' : null)
const captureOf = () => (prefersHighVideo() ? VIDEO_PRESETS.high : CAPTURE)

/** The size and the rate that a video has at most. */
export interface VideoLimits {
  /** Pixels. The width is in proportion 16 to 9. */
  readonly height: number
  /** Frames a second. */
  readonly frameRate: number
  readonly bitsPerSecond: number
}

/** Limits by the number of other participants: each one costs an encoder and a decoder. */
const LIMITS_BY_OTHERS: readonly VideoLimits[] = [
  { height: CAPTURE.height, frameRate: 30, bitsPerSecond: 5_000_000 },
  { height: CAPTURE.height, frameRate: 24, bitsPerSecond: 1_500_000 },
  { height: 360, frameRate: 15, bitsPerSecond: 500_000 },
]

/** Limits by the reduction that a page needs. At the last step a video is a slow sequence of small pictures. */
const LIMITS_BY_REDUCTION: readonly VideoLimits[] = [
  { height: Infinity, frameRate: Infinity, bitsPerSecond: Infinity },
  { height: 270, frameRate: 12, bitsPerSecond: 300_000 },
  { height: 180, frameRate: 10, bitsPerSecond: 150_000 },
  { height: 180, frameRate: 5, bitsPerSecond: 80_000 },
]

/**
 * Returns the limits of the video for one participant.
 * @param others number of other participants
 * @param isScreen a shared screen keeps its size, because small text would be unreadable
 */
export function videoLimits(level: QualityLevel, others: number, reduction: VideoReduction, isScreen: boolean): VideoLimits {
  const byOthers =
    others <= 1 && prefersHighVideo()
      ? VIDEO_PRESETS.high
      : LIMITS_BY_OTHERS[Math.min(LIMITS_BY_OTHERS.length, Math.max(1, others)) - 1]
  const byReduction = LIMITS_BY_REDUCTION[reduction]
  const all = [VIDEO_PRESETS[level], byOthers, byReduction].filter((limits) => limits !== undefined)
  const lowest = (key: keyof VideoLimits, from = all) => Math.min(...from.map((limits) => limits[key]))
  return {
    height: isScreen ? lowest('height', all.slice(0, 2)) : lowest('height'),
    frameRate: lowest('frameRate'),
    bitsPerSecond: lowest('bitsPerSecond'),
  }
}

/** Returns the limits that contain all given ones: the camera must give what the best connection needs. */
export const widest = (all: readonly VideoLimits[]): VideoLimits => ({
  height: Math.max(...all.map(({ height }) => height)),
  frameRate: Math.max(...all.map(({ frameRate }) => frameRate)),
  bitsPerSecond: Math.max(...all.map(({ bitsPerSecond }) => bitsPerSecond)),
})

/** Returns the constraints of the camera. */
export function captureConstraints(limits: Pick<VideoLimits, 'height' | 'frameRate'>): MediaTrackConstraints {
  const capture = captureOf()
  const height = Math.min(limits.height, capture.height)
  return {
    width: { ideal: Math.round((height * CAPTURE.width) / CAPTURE.height) },
    height: { ideal: height },
    frameRate: { ideal: Math.min(limits.frameRate, CAPTURE.frameRate), max: CAPTURE.frameRate },
  }
}

/** Limits the video for one participant. Its size is relative to the size that the camera gives. */
export function applyLimits(encoding: RTCRtpEncodingParameters, limits: VideoLimits, capturedHeight: number) {
  encoding.maxBitrate = limits.bitsPerSecond
  encoding.maxFramerate = limits.frameRate
  encoding.scaleResolutionDownBy = Math.max(1, capturedHeight / limits.height)
}
