import type { RadioChat, RadioFloor } from '@noroshi/contract/radio/radio.http'
import { isSounding, onLevels } from '../../../platform/audio/output.ts'
import { newId } from '../../../platform/ids.ts'
import { onEvent } from '../../../platform/connection/live.ts'
import { createObservable, type ReadonlyObservable } from '../../../platform/observable.ts'
import { command, onConnected } from '../../../platform/connection/socket.ts'
import { Receiver } from './receiver.ts'
import type { TalkNotice, TalkOptions, TalkView } from './talk.ts'
import { Talker } from './talker.ts'

/** The text of the current transmission so far, by a machine. */
export interface Draft {
  readonly transmissionId: string
  readonly userId: string
  readonly text: string
}

export interface RadioView extends TalkView {
  readonly isConnected: boolean
  readonly isJoined: boolean
  /** The code with which the server refused to join; null without a refusal. */
  readonly refusal: string | null
  readonly isMicrophoneOpen: boolean
  /** false: live sound does not work in this browser. */
  readonly hasLiveSound: boolean
  readonly draft: Draft | null
  /** An alarm began during a talk that the user does not hold: does the user want to go on? */
  readonly isInterrupted: boolean
  /** The notice about the last talk. Each has its own number. */
  readonly notice: (TalkNotice & { readonly number: number }) | null
}

interface RoomOptions {
  readonly threadId: string
  readonly myId: string
  readonly onJoined: (joined: { radioChat: RadioChat; floor: RadioFloor }) => void
  /** The server refused to join: the radio chat may have ended. */
  readonly onRefused: () => void
}

const START: RadioView = {
  state: 'idle',
  position: null,
  isLocked: false,
  isConnected: false,
  isJoined: false,
  refusal: null,
  isMicrophoneOpen: false,
  hasLiveSound: true,
  draft: null,
  isInterrupted: false,
  notice: null,
}

/** Milliseconds after the end of a talk without holding, in which a press starts no other. */
const LOCKED_END_MS = 1_000

/** Milliseconds after which a talk ends that an alarm interrupted, if the user does not answer. */
const ALARM_ANSWER_MS = 10_000

/** This page in a radio chat: it joins, joins again after each reconnection, listens and talks. */
export class RadioRoom {
  readonly #options: RoomOptions
  readonly #endpointId = newId()
  readonly #view = createObservable(START)
  readonly #levels = createObservable({ own: 0, other: 0 })
  #notices = 0
  /** The user has ended the last talk. */
  #isReleased = true
  /** The user holds a talk button or the space bar. */
  #isHeld = false
  #interruption: ReturnType<typeof setTimeout> | undefined
  /** When the server ended a talk without holding, as performance.now(). */
  #lockedEndAt = -Infinity
  #talker: Talker | null = null
  #receiver: Receiver | null = null
  /** The version of the newest floor of the radio chat. */
  #floorVersion = 0
  /** The transmission of that floor. */
  #transmissionId: string | null = null
  #cleanups: (() => void)[] = []

  constructor(options: RoomOptions) {
    this.#options = options
  }

  get view(): ReadonlyObservable<RadioView> {
    return this.#view
  }

  /** The levels of the voice that is on air, from 0 to 1: the voice of this page and the voices of others. */
  get levels(): ReadonlyObservable<{ readonly own: number; readonly other: number }> {
    return this.#levels
  }

  /** Joins the running radio chat. Call {@link close} to leave it. */
  open(): void {
    const { threadId, myId } = this.#options
    const talker = new Talker({
      threadId,
      myId,
      endpointId: this.#endpointId,
      onView: (talk) => this.#show(talk),
      onNotice: (notice) => this.#show({ notice: { ...notice, number: ++this.#notices } }),
      onLevel: (own) => this.#setLevels({ own }),
      onMicrophone: (isMicrophoneOpen) => this.#show({ isMicrophoneOpen }),
    })
    this.#talker = talker
    this.#floorVersion = 0
    this.#transmissionId = null
    const receiver = new Receiver({
      onLevel: (other) => this.#setLevels({ other }),
      onFailed: () => this.#show({ hasLiveSound: false }),
    })
    this.#receiver = receiver
    const onHidden = () => {
      if (document.visibilityState === 'hidden') talker.hide()
    }
    document.addEventListener('visibilitychange', onHidden)
    let isAlarm = isSounding('alarm')
    const onSound = () => {
      const wasAlarm = isAlarm
      isAlarm = isSounding('alarm')
      if (isAlarm && !wasAlarm) this.#interrupt()
    }
    this.#cleanups = [
      onLevels(onSound),
      () => document.removeEventListener('visibilitychange', onHidden),
      () => receiver.close(),
      () => talker.close(),
      onEvent('radio:floor', (floor) => this.#applyFloor(floor)),
      onEvent('message:transcribe-message', (partial) => {
        if (partial.messageThreadId !== threadId) return
        const { transmissionId, userId, text } = partial
        this.#show({ draft: { transmissionId, userId, text } })
        talker.setPartial(partial)
      }),
      onEvent('messages:new_message', ({ id }) => {
        if (id === this.#view.get().draft?.transmissionId) this.#show({ draft: null })
      }),
      onConnected(
        () => void this.#join(),
        () => {
          talker.disconnect()
          this.#show({ isConnected: false, isJoined: false, draft: null })
        },
      ),
    ]
  }

  /** Leaves the radio chat. */
  close(): void {
    for (const cleanup of this.#cleanups.splice(0)) cleanup()
    clearTimeout(this.#interruption)
    this.#isHeld = false
    this.#talker = null
    this.#receiver = null
    // Also if the reply to the request to join is not here yet. The server handles both in order.
    if (this.#view.get().isConnected) void command('asr-chat:leave', this.#endpoint)
    this.#show(START)
  }

  press(options: TalkOptions): void {
    if (!this.#view.get().isJoined) return
    this.#show({ notice: null })
    this.#isReleased = false
    void this.#talker?.press(options)
  }

  /** The user presses a button and holds it: talks until {@link letGo}. It ends a talk without holding. */
  hold(): void {
    const { state, isLocked } = this.#view.get()
    if (this.#isHeld && state !== 'idle') return
    if (isLocked) return this.release()
    this.#isHeld = true
    this.press({ isLocked: false })
  }

  /** The user lets the button go. */
  letGo(): void {
    if (!this.#isHeld) return
    this.#isHeld = false
    this.release()
  }

  /** Answers the question whether a talk goes on during an alarm. */
  answerInterruption(goesOn: boolean): void {
    if (!this.#view.get().isInterrupted) return
    this.#endInterruption()
    if (!goesOn) this.#talker?.endForAlarm()
  }

  closeNotice(): void {
    this.#show({ notice: null })
  }

  release(): void {
    this.#isReleased = true
    this.#talker?.release()
  }

  /**
   * Starts to talk without holding a button, or ends it. A press just after the server ended it was meant to end it.
   */
  toggle(): void {
    if (this.#view.get().state !== 'idle') return this.release()
    if (performance.now() - this.#lockedEndAt >= LOCKED_END_MS) this.press({ isLocked: true })
  }

  get #endpoint() {
    const { threadId: messageThreadId, myId: userId } = this.#options
    return { messageThreadId, userId, endpointId: this.#endpointId }
  }

  /** Joins again after a refusal. */
  retry(): void {
    void this.#join()
  }

  /** Asks before an alarm takes the floor. Without an answer the talk ends, so that no user talks without noticing. */
  #interrupt(): void {
    const { state } = this.#view.get()
    if (this.#isHeld || state === 'idle' || state === 'sending') return
    this.#show({ isInterrupted: true })
    clearTimeout(this.#interruption)
    this.#interruption = setTimeout(() => this.answerInterruption(false), ALARM_ANSWER_MS)
  }

  #endInterruption(): void {
    clearTimeout(this.#interruption)
    this.#show({ isInterrupted: false })
  }

  async #join(): Promise<void> {
    this.#show({ isConnected: true, refusal: null })
    const ack = await command('asr-chat:join', this.#endpoint)
    if (this.#talker === null) return // closed meanwhile
    if (!ack.ok) {
      this.#show({ isJoined: false, refusal: ack.code })
      return this.#options.onRefused()
    }
    this.#show({ isJoined: true })
    this.#hear(ack.reply.floor)
    this.#options.onJoined(ack.reply)
  }

  #applyFloor(floor: RadioFloor): void {
    if (floor.messageThreadId !== this.#options.threadId) return
    this.#talker?.setFloor(floor)
    this.#hear(floor)
  }

  /** Plays the sound of a floor and removes the text of an earlier one, unless a newer one is known. */
  #hear({ version, transmissionId }: RadioFloor): void {
    if (version <= this.#floorVersion) return
    this.#floorVersion = version
    // The text of a posted talk has the id of its message, and stays when another user begins to wait.
    const isNext = transmissionId !== null && transmissionId !== this.#transmissionId
    if (isNext && transmissionId !== this.#view.get().draft?.transmissionId) this.#show({ draft: null })
    this.#transmissionId = transmissionId
    this.#receiver?.setFloor(transmissionId)
  }

  #setLevels(change: Partial<{ own: number; other: number }>): void {
    this.#levels.set({ ...this.#levels.get(), ...change })
  }

  #show(change: Partial<RadioView>): void {
    const before = this.#view.get()
    const { state, isLocked } = before
    if (isLocked && state !== 'idle' && change.state === 'idle' && !this.#isReleased) this.#lockedEndAt = performance.now()
    this.#view.set({ ...before, ...change })
    if (change.state === 'idle' && this.#view.get().isInterrupted) this.#endInterruption()
  }
}
