import { VIDEO_PRESETS } from '../../../platform/media-capture.ts'
import type { QualityLevel } from './quality.ts'

/** The camera is opened with this size at most (specification, section 9: call video constraints). */
const CAPTURE = VIDEO_PRESETS.medium

/** Returns the constraints of the camera for the best level that a participant needs. */
export function captureConstraints(level: QualityLevel): MediaTrackConstraints {
  const { width, height, frameRate } = VIDEO_PRESETS[level]
  return {
    width: { ideal: Math.min(width, CAPTURE.width) },
    height: { ideal: Math.min(height, CAPTURE.height) },
    frameRate: { ideal: Math.min(frameRate, CAPTURE.frameRate), max: CAPTURE.frameRate },
  }
}

/** Limits the video for one participant to a level. Its size is relative to the size that the camera gives. */
export function applyLevel(encoding: RTCRtpEncodingParameters, level: QualityLevel, capturedHeight: number) {
  const { height, frameRate, bitsPerSecond } = VIDEO_PRESETS[level]
  encoding.maxBitrate = bitsPerSecond
  encoding.maxFramerate = frameRate
  encoding.scaleResolutionDownBy = Math.max(1, capturedHeight / height)
}
