import type { z } from 'zod'
import type { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { COUNTDOWN_MS, HOLD_MS } from '../../platform/early-presses.ts'
import { type Fix, isBetter, isFresh } from '../../platform/device/fix.ts'
import { newId } from '../../platform/ids.ts'
import { createEmitter, createObservable, type ReadonlyObservable } from '../../platform/observable.ts'

/**
 * Max milliseconds after the end of a spoken SOS's countdown to wait for the text of what was said before it. Then the
 * SOS is sent.
 */
export const SPEECH_WAIT_MS = 6_000
/**
 * Milliseconds after the server's reply to wait for a location before the missing location is reported. Sending the SOS
 * never waits for it.
 */
export const LOCATION_WAIT_MS = 3_000

export type RaiseReply = z.output<(typeof alertRoutes)['raise']['reply']>

/**
 * idle -> holding (1.5 s sends) or a tap -> countdown (5 s, sends at its end) -> awaitingSpeech (what was said before the
 * end may cancel it for 6 s more) -> sending -> idle, or kept until the server replies.
 */
export type RaiseStage = 'idle' | 'holding' | 'countdown' | 'awaitingSpeech' | 'sending' | 'kept'

/** `seeking`: the device is being located. `known`: an older location that the page had. `found`: a new one. */
export type LocationState = 'seeking' | 'known' | 'found' | 'none'

export interface RaiseView {
  readonly stage: RaiseStage
  /** The server's setting. If it is off, a tap sends at once. */
  readonly countsDown: boolean
  /** One id for each SOS. The server answers a repetition with the same alert. */
  readonly clientId: string
  readonly location: Fix | null
  readonly locationState: LocationState
  /**
   * End of the countdown in milliseconds of this device's clock. It is for the display and for a page that was frozen;
   * otherwise a timer sends the SOS.
   */
  readonly endsAt: number
}

/** The server has an SOS of this device. In the state `seeking` its location may still follow. */
export interface Raised {
  readonly reply: RaiseReply
  readonly locationState: LocationState
  /** Whether this page raised it last. False for an older one, and for one of another page or tab. */
  readonly isCurrent: boolean
  /** It was raised for another person, whose location the user may have chosen. */
  readonly isForOther?: boolean
}

export interface Delivery {
  readonly clientId: string
  readonly location: Fix | null
}

export interface RaiserOptions {
  /**
   * Locates the device. Calls back with each location, or once with null if there is none.
   * @returns the function that ends it
   */
  readonly locate: (onLocated: (location: Fix | null) => void) => () => void
  /** Stores the SOS, then sends it. Resolves with null if it was not acknowledged; it then stays stored. */
  readonly deliver: (delivery: Delivery) => Promise<RaiseReply | null>
  /** Sends a location that was found after the SOS, with the same client id. */
  readonly sendLocation: (clientId: string, location: Fix) => void
}

const START: RaiseView = {
  stage: 'idle',
  countsDown: true,
  clientId: '',
  location: null,
  locationState: 'seeking',
  endsAt: 0,
}

/** The SOS of this page, from the first touch until the server has it. The device is located at the same time. */
export class SosRaiser {
  readonly #options: RaiserOptions
  readonly #view = createObservable(START)
  readonly #raised = createEmitter<[raised: Raised]>()
  readonly #withoutLocation = createEmitter<[reply: RaiseReply]>()
  readonly #repeated = createEmitter()
  #stopLocating = () => {}
  /** Ends the stage: of a hold, a countdown or the wait for a text. */
  #stageTimer: ReturnType<typeof setTimeout> | undefined
  /** Ends the wait for the location of {@link #sent}. */
  #locationTimer: ReturnType<typeof setTimeout> | undefined
  /** The microphone heard something in this countdown, and its text is unknown. */
  #hasUnknownSpeech = false
  /** The server's reply to the SOS, while no further one was begun. A location that is found is still sent. */
  #sent: { readonly reply: RaiseReply; awaitsLocation: boolean } | null = null

  constructor(options: RaiserOptions) {
    this.#options = options
  }

  get view(): ReadonlyObservable<RaiseView> {
    return this.#view
  }

  /** Subscribes to each SOS of this device that the server has acknowledged. */
  readonly onRaised = this.#raised.subscribe
  /** Subscribes to each SOS that the server has and that has no location within {@link LOCATION_WAIT_MS}. */
  readonly onRaisedWithoutLocation = this.#withoutLocation.subscribe
  /**
   * Subscribes to each SOS that was spoken while an earlier one is unsent. The earlier one is sent again at once, and its
   * dialog is shown, also if it was hidden.
   */
  readonly onRepeated = this.#repeated.subscribe

  configure(countsDown: boolean): void {
    this.#show({ countsDown })
  }

  /** A pointer or a key goes down. @param known the last location that the page has; a new one is requested in any case */
  press(known: Fix | null = null): void {
    if (this.#retryKept() || !this.#isIdle) return
    this.#begin(known, () => {
      this.#show({ stage: 'holding' })
      this.#endStageAfter(HOLD_MS, () => this.#deliver())
    })
  }

  release(): void {
    if (this.#view.get().stage === 'holding') this.#tapped()
  }

  /** A press without duration, such as the click of a screen reader. */
  tap(known: Fix | null = null): void {
    if (this.#retryKept() || !this.#isIdle) return
    this.#begin(known, () => this.#tapped())
  }

  /** A spoken SOS. It counts down even if a tap sends at once: speech may be misheard. */
  countDown(known: Fix | null = null): void {
    if (this.#isIdle) return this.#begin(known, () => this.#countDown())
    if (this.#retryKept() || this.#view.get().stage === 'sending') this.#repeated.emit()
  }

  /** The microphone heard something whose text is unknown (true), or nothing is unknown any more (false). */
  reportSpeech(isUnknown: boolean): void {
    const { stage } = this.#view.get()
    if (stage === 'countdown') this.#hasUnknownSpeech = isUnknown
    if (stage === 'awaitingSpeech' && !isUnknown) this.#deliver()
  }

  sendNow(): void {
    if (this.isCountingDown) this.#deliver()
  }

  /** An SOS that was sent before the application has started. Its delivery is stored. */
  resume(clientId: string): void {
    if (!this.#isIdle) return
    this.#begin(null, () => this.#deliver(), clientId)
  }

  /** The page may have been frozen, so that its timers were paused while the clock continued. */
  wake(): void {
    const { stage, endsAt } = this.#view.get()
    const end = stage === 'awaitingSpeech' ? endsAt + SPEECH_WAIT_MS : endsAt
    if (this.isCountingDown && Date.now() >= end) this.#deliver()
  }

  cancel(): void {
    if (this.isCountingDown) this.#end()
  }

  /** The user took back an SOS that the server has not acknowledged. */
  withdraw(clientId: string): void {
    // Also while it is being sent: a location that follows would raise it again.
    if (this.#isDelivering && clientId === this.#view.get().clientId) this.#end()
  }

  /** The server acknowledged an unsent SOS, which may be from before a reload. */
  acknowledge(clientId: string, reply: RaiseReply, hasLocation: boolean, isForOther = false): void {
    const { stage, clientId: ownId } = this.#view.get()
    if (stage === 'kept' && clientId === ownId) this.#finish(reply)
    else if (stage === 'sending' && clientId === ownId) return // the delivery resolves with the same reply
    else this.#raised.emit({ reply, locationState: hasLocation ? 'found' : 'none', isCurrent: false, isForOther })
  }

  /** Whether the countdown runs, or its end waits for a text. */
  get isCountingDown(): boolean {
    const { stage } = this.#view.get()
    return stage === 'countdown' || stage === 'awaitingSpeech'
  }

  get #isIdle(): boolean {
    return this.#view.get().stage === 'idle'
  }

  get #isDelivering(): boolean {
    const { stage } = this.#view.get()
    return stage === 'sending' || stage === 'kept'
  }

  /** Begins an SOS. The device is located from the first touch on. */
  #begin(known: Fix | null, enter: () => void, clientId = newId()): void {
    this.#stopLocating()
    clearTimeout(this.#locationTimer)
    this.#sent = null
    const locationState = !known ? 'seeking' : isFresh(known, Date.now()) ? 'found' : 'known'
    this.#show({ clientId, location: known, locationState })
    enter()
    this.#stopLocating = this.#options.locate((location) => this.#locate(location))
  }

  #tapped(): void {
    if (this.#view.get().countsDown) this.#countDown()
    else this.#deliver()
  }

  #countDown(): void {
    this.#hasUnknownSpeech = false
    this.#show({ stage: 'countdown', endsAt: Date.now() + COUNTDOWN_MS })
    this.#endStageAfter(COUNTDOWN_MS, () => {
      if (!this.#hasUnknownSpeech) return this.#deliver()
      // A "stop" that was said before the end still cancels. It is entered once: the SOS is never delayed again.
      this.#show({ stage: 'awaitingSpeech' })
      this.#endStageAfter(SPEECH_WAIT_MS, () => this.#deliver())
    })
  }

  /** Sends a kept SOS at once. The outbox would retry it later. @returns whether there was one */
  #retryKept(): boolean {
    if (this.#view.get().stage !== 'kept') return false
    this.#deliver()
    return true
  }

  #deliver(): void {
    clearTimeout(this.#stageTimer)
    const { clientId, location } = this.#view.get()
    this.#show({ stage: 'sending' })
    const settle = (reply: RaiseReply | null) => {
      const { stage, clientId: ownId } = this.#view.get()
      if (stage !== 'sending' || clientId !== ownId) return // withdrawn meanwhile
      if (reply) this.#finish(reply)
      else this.#show({ stage: 'kept' })
    }
    this.#options.deliver({ clientId, location }).then(settle, () => settle(null))
  }

  /** The server has the SOS. */
  #finish(reply: RaiseReply): void {
    const { locationState } = this.#view.get()
    this.#sent = { reply, awaitsLocation: locationState === 'seeking' }
    this.#show({ stage: 'idle' })
    if (this.#sent.awaitsLocation) this.#locationTimer = setTimeout(() => this.#reportMissing(), LOCATION_WAIT_MS)
    this.#raised.emit({ reply, locationState, isCurrent: true })
  }

  #locate(location: Fix | null): void {
    const before = this.#view.get()
    const isBest = location !== null && isBetter(before.location, location, Date.now())
    if (isBest) this.#show({ location, locationState: 'found' })
    else if (!location && !before.location) this.#show({ locationState: 'none' })
    if (isBest && (this.#isDelivering || this.#sent)) this.#options.sendLocation(before.clientId, location)
    if (!this.#sent?.awaitsLocation) return
    if (isBest) this.#stopAwaitingLocation(this.#sent)
    else this.#reportMissing()
  }

  #reportMissing(): void {
    if (!this.#sent?.awaitsLocation) return
    this.#stopAwaitingLocation(this.#sent)
    this.#withoutLocation.emit(this.#sent.reply)
  }

  #stopAwaitingLocation(sent: { awaitsLocation: boolean }): void {
    clearTimeout(this.#locationTimer)
    sent.awaitsLocation = false
  }

  /** Ends an SOS that is not sent. */
  #end(): void {
    clearTimeout(this.#stageTimer)
    this.#stopLocating()
    this.#show({ stage: 'idle' })
  }

  #endStageAfter(ms: number, end: () => void): void {
    clearTimeout(this.#stageTimer)
    this.#stageTimer = setTimeout(end, ms)
  }

  #show(change: Partial<RaiseView>): void {
    this.#view.set({ ...this.#view.get(), ...change })
  }
}
