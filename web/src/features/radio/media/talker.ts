import type { RadioFloor } from '@noroshi/contract/radio/radio.http'
import { beginSound } from '../../../platform/audio/output.ts'
import { canEncodeVoice } from '../../../platform/audio/opus.ts'
import { hasVoiceFrames } from '../../../platform/audio/voice-frames.ts'
import { type Notes, playTones } from '../../../platform/audio/tones.ts'
import { currentLanguage } from '../../../platform/language/i18n.ts'
import { CaptureError, type CaptureProblem } from '../../../platform/device/media-capture.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { command } from '../../../platform/connection/socket.ts'
import { DeviceDraft } from './device-draft.ts'
import { LiveVoice } from './live-voice.ts'
import { TalkMicrophone } from './talk-microphone.ts'
import { canPostTalk } from './posted-talk.ts'
import { PostedVoice } from './posted-voice.ts'
import type { EndedBy, Talk, TalkerOptions, TalkNotice, TalkOptions, TalkState, TalkView } from './talk.ts'

/** Milliseconds after which a talk counts as ended by its time limit. */
const TIME_UP_MS = 58_000
const START_TONES: Notes = [
  [0, 880],
  [0.08, 1175],
]
const END_TONES: Notes = [
  [0, 1175],
  [0.08, 880],
]
const IDLE: TalkView = { state: 'idle', position: null, isLocked: false }

/** Whether this browser can encode live voice. Others record, and post their recording in parts. */
const canTalkLive = async (): Promise<boolean> => hasVoiceFrames() && (await canEncodeVoice())

/**
 * Talks in a radio chat: microphone, then the floor, then the voice to the server until the release. One talk at a
 * time.
 */
export class Talker {
  readonly #options: TalkerOptions
  readonly #microphone: TalkMicrophone
  #talk: Talk | null = null
  #view = IDLE
  #isClosed = false

  constructor(options: TalkerOptions) {
    this.#options = options
    this.#microphone = new TalkMicrophone({
      onFrame: (samples) => {
        if (this.state === 'onAir') this.#talk?.voice?.accept(samples)
      },
      onOpen: options.onMicrophone,
      onLost: (problem) => this.#onMicrophoneLost(problem),
    })
  }

  get state(): TalkState {
    return this.#view.state
  }

  /** Requests the floor and talks as soon as it is granted, until {@link release}. */
  async press(options: TalkOptions): Promise<void> {
    if (this.#talk) return
    const talk: Talk = {
      ...options,
      isLive: true,
      transmissionId: null,
      version: null,
      floor: null,
      startedAt: 0,
      voice: null,
      draft: null,
      endSound: () => undefined,
    }
    this.#talk = talk
    this.#show({ state: 'opening', position: null, isLocked: options.isLocked })
    try {
      const isLive = await canTalkLive()
      if (!isLive && !canPostTalk()) throw new CaptureError('failed')
      if (this.#talk !== talk) return
      await this.#microphone.use(isLive)
      talk.isLive = isLive
    } catch (error) {
      if (this.#talk === talk) this.#discard()
      // A short press ends before the microphone is refused. A later press gets its own answer.
      if (this.#talk !== null || this.#isClosed) return
      this.#options.onNotice({ kind: 'problem', problem: error instanceof CaptureError ? error.problem : 'failed' })
      return
    }
    if (this.#talk === talk) await this.#ask(talk)
  }

  /** Ends the talk, or leaves the queue. */
  release(): void {
    this.#releaseWith('user')
  }

  #releaseWith(endedBy: 'user' | 'explained'): void {
    const talk = this.#talk
    if (!talk) return
    if (talk.transmissionId !== null) {
      if (this.state === 'onAir') void this.#finish(talk, endedBy)
      return
    }
    // The server handles the release after the request for the floor.
    if (this.state !== 'opening') this.#releaseFloor()
    this.#discard()
  }

  /** Applies each event of the floor. */
  setFloor(floor: RadioFloor): void {
    const talk = this.#talk
    if (!talk) return
    talk.floor = floor
    if (talk.version !== null && floor.version > talk.version) this.#followFloor(talk, floor)
  }

  /** Applies an event that is newer than the request of the talk. */
  #followFloor(talk: Talk, floor: RadioFloor): void {
    const { endpointId, myId, onNotice } = this.#options
    if (this.state === 'waiting') {
      if (floor.endpointId === endpointId && floor.transmissionId !== null) return this.#begin(talk, floor.transmissionId)
      const position = floor.queue.indexOf(myId) + 1
      if (position > 0) this.#show({ ...this.#view, position })
    } else if (this.state === 'onAir' && floor.transmissionId !== talk.transmissionId) {
      const notice = this.#noticeOfEnd(talk, floor)
      if (notice) onNotice(notice)
      void this.#finish(talk, notice === null ? 'server' : 'notified')
    }
  }

  /** The reason for which the server ended a talk; null for the end of an utterance, and if its outcome explains it. */
  #noticeOfEnd({ startedAt, voice, isLocked }: Talk, { speaker, speakerId }: RadioFloor): TalkNotice | null {
    if (speaker && speakerId !== this.#options.myId) return { kind: 'preempted', name: nameOf(speaker) }
    if (performance.now() - startedAt >= TIME_UP_MS) return { kind: 'timeUp' }
    return voice?.hasSound && !isLocked ? { kind: 'lost' } : null
  }

  /** Ends a talk because of an alarm, and says so. */
  endForAlarm(): void {
    if (!this.#talk || this.state === 'sending') return
    this.#releaseWith('explained')
    this.#options.onNotice({ kind: 'alarm' })
  }

  /** The connection is lost: the server frees the floor. */
  disconnect(): void {
    const talk = this.#talk
    if (!talk) return
    if (this.state === 'onAir') this.#options.onNotice({ kind: 'lost' })
    void talk.voice?.finish(false)
    this.#discard()
  }

  /** Applies a partial text: its end of an utterance ends an own recording without holding, as it ends a live talk. */
  setPartial({ userId, isEndOfUtteranceDetected }: { userId: string; isEndOfUtteranceDetected: boolean }): void {
    const talk = this.#talk
    if (talk && !talk.isLive && talk.isLocked && isEndOfUtteranceDetected && userId === this.#options.myId) this.release()
  }

  /** Ends what is not on air yet, and closes a microphone that no talk uses, because the page is hidden. */
  hide(): void {
    if (this.state !== 'onAir' && this.state !== 'sending') this.release()
    this.#microphone.closeIfIdle()
  }

  close(): void {
    this.#isClosed = true
    this.release()
    this.#microphone.close()
  }

  async #ask(talk: Talk): Promise<void> {
    this.#show({ ...this.#view, state: 'asking' })
    const { threadId: messageThreadId, endpointId } = this.#options
    const ack = await command('radio:floor', {
      messageThreadId,
      endpointId,
      language: currentLanguage(),
      isPreempting: talk.isPreempting ?? false,
      endsWithUtterance: talk.isLocked,
    })
    if (this.#talk !== talk || talk.transmissionId !== null) return
    if (!ack.ok) {
      this.#discard()
      this.#options.onNotice(ack.code === 'offline' ? { kind: 'failed' } : { kind: 'refused', code: ack.code })
      return
    }
    const { transmissionId, position, version } = ack.reply
    talk.version = version
    if (transmissionId !== null) this.#begin(talk, transmissionId)
    else this.#show({ ...this.#view, state: 'waiting', position })
    // An event may overtake the reply.
    if (talk.floor) this.setFloor(talk.floor)
  }

  #begin(talk: Talk, transmissionId: string): void {
    talk.transmissionId = transmissionId
    talk.startedAt = performance.now()
    talk.endSound = beginSound('radio')
    const { stream } = this.#microphone
    const { threadId, onLevel, onNotice } = this.#options
    const onFailed = () => {
      if (this.#talk === talk) this.release()
    }
    try {
      talk.voice = new (talk.isLive ? LiveVoice : PostedVoice)({ threadId, transmissionId, stream, onLevel, onFailed })
    } catch {
      // The browser does not record this microphone.
      this.#releaseFloor()
      this.#discard()
      return onNotice({ kind: 'failed' })
    }
    if (stream) talk.draft = new DeviceDraft(stream)
    playTones('radio', START_TONES)
    this.#show({ ...this.#view, state: 'onAir', position: null })
  }

  /** Sends the rest and gives the floor back, unless the server has taken it. */
  async #finish(talk: Talk, endedBy: EndedBy): Promise<void> {
    const isOnAir = endedBy === 'user' || endedBy === 'explained'
    this.#show({ ...this.#view, state: 'sending' })
    talk.draft?.finish()
    playTones('radio', END_TONES)
    const result = await talk.voice?.finish(isOnAir)
    if (isOnAir) this.#releaseFloor()
    if (this.#talk === talk) this.#discard()
    if (result === 'lost') return this.#options.onNotice({ kind: 'lost' })
    const hasNotice = endedBy === 'user' || endedBy === 'server'
    if (result === 'silent') return hasNotice ? this.#options.onNotice({ kind: 'silent' }) : undefined
    const stored = await talk.voice?.stored().catch(() => undefined) // unknown
    if (stored) await talk.draft?.send(stored)
    else if (stored === null && hasNotice) this.#options.onNotice({ kind: 'noSpeech' })
  }

  #releaseFloor(): void {
    const { threadId: messageThreadId, endpointId } = this.#options
    void command('radio:release', { messageThreadId, endpointId })
  }

  #onMicrophoneLost(problem: CaptureProblem): void {
    const wasOnAir = this.state === 'onAir'
    this.#releaseWith('explained')
    if (wasOnAir) this.#options.onNotice({ kind: problem === 'busy' ? 'taken' : 'unplugged' })
  }

  #discard(): void {
    this.#talk?.endSound()
    this.#talk?.draft?.finish()
    this.#talk = null
    this.#microphone.rest()
    this.#options.onLevel(0)
    this.#show(IDLE)
  }

  #show(view: TalkView): void {
    this.#view = view
    this.#options.onView(view)
  }
}
