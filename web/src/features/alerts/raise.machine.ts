import type { z } from 'zod'
import { assign, emit, fromCallback, fromPromise, setup, spawnChild, stopChild } from 'xstate'
import type { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { COUNTDOWN_MS, HOLD_MS } from '../../platform/early-presses.ts'
import { type Fix, isBetter, isFresh } from '../../platform/fix.ts'
import { newId } from '../../platform/ids.ts'

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

/** `seeking`: the device is being located. `known`: an older location that the page had. `found`: a new one. */
export type LocationState = 'seeking' | 'known' | 'found' | 'none'

export interface RaiseContext {
  /** The server's setting. If it is off, a tap sends at once. */
  countsDown: boolean
  /** One id for each SOS. The server answers a repetition with the same alert. */
  clientId: string
  location: Fix | null
  locationState: LocationState
  /**
   * End of the countdown in milliseconds of this device's clock. It is for the display and for a page that was frozen;
   * otherwise a timer sends the SOS.
   */
  endsAt: number
  /** The microphone heard something in this countdown, and its text is unknown. */
  hasUnknownSpeech: boolean
  /** The server's reply to this SOS. */
  reply: RaiseReply | null
}

export type RaiseEvent =
  | { type: 'CONFIGURE'; countsDown: boolean }
  /** A pointer or a key goes down. `known`: the last location that the page has; a new one is requested in any case. */
  | { type: 'PRESS'; known?: Fix | null }
  | { type: 'RELEASE' }
  /** A press without duration, such as the click of a screen reader. */
  | { type: 'TAP'; known?: Fix | null }
  /** A spoken SOS. It counts down even if a tap sends at once: speech may be misheard. */
  | { type: 'COUNT_DOWN'; known?: Fix | null }
  /** The microphone heard something whose text is unknown (true), or nothing is unknown any more (false). */
  | { type: 'SPEECH'; isUnknown: boolean }
  | { type: 'SEND_NOW' }
  /** An SOS that was sent before the application has started. Its delivery is stored. */
  | { type: 'RESUME'; clientId: string }
  /** The page may have been frozen, so that its timers were paused while the clock continued. */
  | { type: 'WAKE' }
  | { type: 'CANCEL' }
  /** The user took back this SOS, which the server has not acknowledged. */
  | { type: 'WITHDRAW'; clientId: string }
  | { type: 'LOCATED'; location: Fix | null }
  /** The server acknowledged an unsent SOS, which may be from before a reload. */
  | { type: 'ACKNOWLEDGED'; clientId: string; reply: RaiseReply; hasLocation: boolean }

/**
 * An SOS was spoken while an earlier one is unsent: it is sent again at once, and its dialog is shown, also if it was
 * hidden.
 */
interface Repeated {
  type: 'repeated'
}
/** The server has an SOS of this device. In the state `seeking` its location may still follow. */
export interface Raised {
  type: 'raised'
  reply: RaiseReply
  locationState: LocationState
  /** Whether this page raised it last. False for an older one, and for one of another page or tab. */
  isCurrent: boolean
}
/** The server has an SOS without a location, and none was found within {@link LOCATION_WAIT_MS}. */
export interface RaisedWithoutLocation {
  type: 'raisedWithoutLocation'
  reply: RaiseReply
}

export interface Delivery {
  readonly clientId: string
  readonly location: Fix | null
}

/**
 * idle -> holding (1.5 s sends) or a tap -> countdown (5 s, sends at its end; what was said before it may cancel it for 6
 * s more) -> sending -> sent, or kept until the server replies. The device is located at the same time, and a location that is found later is sent then. raise.ts and
 * the tests provide the actors and `sendLocation`.
 */
export const raiseMachine = setup({
  types: { context: {} as RaiseContext, events: {} as RaiseEvent, emitted: {} as Raised | RaisedWithoutLocation | Repeated },
  actors: {
    /**
     * Locates the device from the first touch on. Sends LOCATED for each location, or once with null if there is none.
     */
    locate: fromCallback<RaiseEvent>(() => undefined),
    /** Stores the SOS, then sends it. Resolves with null if it was not acknowledged; it then stays stored. */
    deliver: fromPromise<RaiseReply | null, Delivery>(() => Promise.resolve(null)),
  },
  actions: {
    /** Sends a location that was found after the SOS, with the same client id. */
    sendLocation: () => undefined,
    storeLocation: assign(({ context, event }) => {
      if (event.type !== 'LOCATED') return {}
      if (!event.location) return context.location ? {} : { locationState: 'none' as const }
      if (!isBetter(context.location, event.location, Date.now())) return {}
      return { location: event.location, locationState: 'found' as const }
    }),
    startSos: assign(({ event }) => {
      const known = ('known' in event && event.known) || null
      const locationState = !known ? 'seeking' : isFresh(known, Date.now()) ? 'found' : 'known'
      return { clientId: newId(), location: known, locationState, reply: null } as const
    }),
    resumeSos: assign(({ event }) =>
      event.type === 'RESUME'
        ? ({ clientId: event.clientId, location: null, locationState: 'seeking', reply: null } as const)
        : {},
    ),
    startLocating: spawnChild('locate', { id: 'locate' }),
    stopLocating: stopChild('locate'),
    storeReply: assign(({ event }) => (event.type === 'ACKNOWLEDGED' ? { reply: event.reply } : {})),
    emitRaised: emit(({ event }) => {
      if (event.type !== 'ACKNOWLEDGED') throw new Error(`emitRaised needs ACKNOWLEDGED, got ${event.type}`)
      return {
        type: 'raised',
        reply: event.reply,
        locationState: event.hasLocation ? 'found' : 'none',
        isCurrent: false,
      } as const
    }),
    emitOwnRaised: emit(({ context: { reply, locationState } }) => {
      if (!reply) throw new Error('emitOwnRaised needs a reply')
      return { type: 'raised', reply, locationState, isCurrent: true } as const
    }),
    emitWithoutLocation: emit(({ context: { reply } }) => {
      if (!reply) throw new Error('emitWithoutLocation needs a reply')
      return { type: 'raisedWithoutLocation', reply } as const
    }),
  },
  guards: {
    countsDown: ({ context }) => context.countsDown,
    isLocatingDone: ({ context }) => context.locationState !== 'seeking',
    isBetterLocation: ({ context, event }) =>
      event.type === 'LOCATED' && event.location !== null && isBetter(context.location, event.location, Date.now()),
    isCountdownOver: ({ context }) => Date.now() >= context.endsAt,
    isSpeechWaitOver: ({ context }) => Date.now() >= context.endsAt + SPEECH_WAIT_MS,
    hasUnknownSpeech: ({ context }) => context.hasUnknownSpeech,
    isSpeechKnown: ({ event }) => event.type === 'SPEECH' && !event.isUnknown,
    isOwn: ({ context, event }) =>
      (event.type === 'ACKNOWLEDGED' || event.type === 'WITHDRAW') && event.clientId === context.clientId,
  },
  delays: { hold: HOLD_MS, countdown: COUNTDOWN_MS, speechWait: SPEECH_WAIT_MS, locationWait: LOCATION_WAIT_MS },
}).createMachine({
  id: 'raise',
  context: {
    countsDown: true,
    clientId: '',
    location: null,
    locationState: 'seeking',
    endsAt: 0,
    hasUnknownSpeech: false,
    reply: null,
  },
  initial: 'resting',
  on: {
    CONFIGURE: { actions: assign(({ event }) => ({ countsDown: event.countsDown })) },
    LOCATED: { actions: 'storeLocation' },
    ACKNOWLEDGED: { actions: 'emitRaised' },
  },
  states: {
    resting: {
      initial: 'idle',
      states: {
        idle: {},
        /** The server has the SOS. A location that is found now is still sent. */
        sent: {
          initial: 'awaitingLocation',
          states: {
            awaitingLocation: {
              always: { guard: 'isLocatingDone', target: 'done' },
              after: { locationWait: { target: 'done', actions: 'emitWithoutLocation' } },
              on: {
                LOCATED: [
                  { guard: 'isBetterLocation', target: 'done', actions: ['storeLocation', 'sendLocation'] },
                  { target: 'done', actions: ['storeLocation', 'emitWithoutLocation'] },
                ],
              },
            },
            done: { on: { LOCATED: { guard: 'isBetterLocation', actions: ['storeLocation', 'sendLocation'] } } },
          },
        },
      },
      on: {
        PRESS: { target: 'holding', actions: ['stopLocating', 'startSos', 'startLocating'] },
        TAP: { target: 'tapped', actions: ['stopLocating', 'startSos', 'startLocating'] },
        COUNT_DOWN: { target: 'countdown', actions: ['stopLocating', 'startSos', 'startLocating'] },
        RESUME: { target: 'delivery', actions: ['stopLocating', 'resumeSos', 'startLocating'] },
      },
    },
    holding: { after: { hold: 'delivery' }, on: { RELEASE: 'tapped' } },
    tapped: { always: [{ guard: 'countsDown', target: 'countdown' }, { target: 'delivery' }] },
    countdown: {
      entry: assign(() => ({ endsAt: Date.now() + COUNTDOWN_MS, hasUnknownSpeech: false })),
      initial: 'counting',
      states: {
        counting: {
          after: { countdown: [{ guard: 'hasUnknownSpeech', target: 'awaitingSpeech' }, { target: '#raise.delivery' }] },
          on: {
            SPEECH: { actions: assign(({ event }) => ({ hasUnknownSpeech: event.isUnknown })) },
            WAKE: { guard: 'isCountdownOver', target: '#raise.delivery' },
          },
        },
        /** A "stop" that was said before the end still cancels. It is entered once: the SOS is never delayed again. */
        awaitingSpeech: {
          after: { speechWait: '#raise.delivery' },
          on: {
            SPEECH: { guard: 'isSpeechKnown', target: '#raise.delivery' },
            WAKE: { guard: 'isSpeechWaitOver', target: '#raise.delivery' },
          },
        },
      },
      on: {
        SEND_NOW: 'delivery',
        CANCEL: { target: 'resting', actions: 'stopLocating' },
      },
    },
    delivery: {
      initial: 'sending',
      states: {
        sending: {
          invoke: {
            src: 'deliver',
            input: ({ context: { clientId, location } }) => ({ clientId, location }),
            onDone: [
              {
                guard: ({ event }) => event.output !== null,
                target: '#raise.resting.sent',
                actions: [assign(({ event }) => ({ reply: event.output })), 'emitOwnRaised'],
              },
              { target: 'kept' },
            ],
            onError: 'kept',
          },
          on: { ACKNOWLEDGED: { guard: 'isOwn', actions: [] } }, // the delivery resolves with the same reply
        },
        /** The SOS is not sent. The outbox retries; a press retries at once. */
        kept: {
          on: {
            PRESS: 'sending',
            TAP: 'sending',
            COUNT_DOWN: { target: 'sending', actions: emit({ type: 'repeated' }) },
            ACKNOWLEDGED: { guard: 'isOwn', target: '#raise.resting.sent', actions: ['storeReply', 'emitOwnRaised'] },
          },
        },
      },
      on: {
        COUNT_DOWN: { actions: emit({ type: 'repeated' }) },
        // Also while it is being sent: a location that follows would raise it again.
        WITHDRAW: { guard: 'isOwn', target: 'resting', actions: 'stopLocating' },
        LOCATED: [{ guard: 'isBetterLocation', actions: ['storeLocation', 'sendLocation'] }, { actions: 'storeLocation' }],
      },
    },
  },
})
