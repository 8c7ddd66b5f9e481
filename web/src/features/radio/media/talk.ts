import type { RadioFloor } from '@noroshi/contract/radio/radio.http'
import type { CaptureProblem } from '../../../platform/device/media-capture.ts'
import type { DeviceDraft } from './device-draft.ts'
import type { VoiceSender } from './voice-sender.ts'

/**
 * `opening`: the microphone starts. `asking`: the server decides. `waiting`: others talk first. `sending`: the last
 * frames.
 */
export type TalkState = 'idle' | 'opening' | 'asking' | 'waiting' | 'onAir' | 'sending'

export type TalkNotice =
  | { readonly kind: 'noSpeech' | 'silent' | 'unplugged' | 'taken' | 'timeUp' | 'lost' | 'failed' | 'alarm' }
  | { readonly kind: 'preempted'; readonly name: string }
  | { readonly kind: 'problem'; readonly problem: CaptureProblem }
  | { readonly kind: 'refused'; readonly code: string }

export interface TalkView {
  readonly state: TalkState
  /** Position in the queue; 1: the next one. null: not waiting. */
  readonly position: number | null
  /** The user talks without holding a button. */
  readonly isLocked: boolean
}

export interface TalkOptions {
  readonly isLocked: boolean
  /** Ends the transmission of another user. */
  readonly isPreempting?: boolean
}

export interface TalkerOptions {
  readonly threadId: string
  readonly endpointId: string
  readonly myId: string
  readonly onView: (view: TalkView) => void
  readonly onNotice: (notice: TalkNotice) => void
  /** The level of the user's own voice while it is sent, from 0 to 1. */
  readonly onLevel: (level: number) => void
  readonly onMicrophone: (isOpen: boolean) => void
}

/** A talk from its press to its end. */
export interface Talk extends TalkOptions {
  /** false: the browser records, and posts the recording in parts. */
  isLive: boolean
  transmissionId: string | null
  /**
   * The version of the floor after the request. Earlier events belong to an earlier talk. null: the server has not
   * answered.
   */
  version: number | null
  /** The newest event of the floor since the request. */
  floor: RadioFloor | null
  startedAt: number
  /** null until the floor is granted. */
  voice: VoiceSender | null
  draft: DeviceDraft | null
  /** Lets the recordings of the page play again. */
  endSound: () => void
}

/**
 * The side that ended a talk. `explained`: this page, which shows the reason. `server`: the server; the outcome
 * contains the reason. `notified`: the server, and the user knows why.
 */
export type EndedBy = 'user' | 'explained' | 'server' | 'notified'
