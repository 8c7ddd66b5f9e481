import type { z } from 'zod'
import { assign, emit, fromCallback, fromPromise, setup, spawnChild, stopChild } from 'xstate'
import type { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import type { Location } from '@noroshi/contract/location'
import { newId } from '../../platform/ids.ts'

/** Milliseconds of the press that sends at once (look: `--n-hold`). */
export const HOLD_MS = 1_500
/** Milliseconds of the countdown that a tap begins; the SOS is sent at its end (product decision 'Raising'). */
export const COUNTDOWN_MS = 5_000
/** Milliseconds that an SOS waits for its position; one that comes later is sent after it. */
export const PLACE_WAIT_MS = 3_000

export type RaiseReply = z.output<(typeof alertRoutes)['raise']['reply']>

/** How the search for the position stands. */
export type PlaceState = 'seeking' | 'found' | 'none'

export interface RaiseContext {
  /** The unit's setting; where it is off, a tap sends at once. */
  countsDown: boolean
  /** One id for each SOS: the unit answers a repetition with the same alert. */
  clientId: string
  location: Location | null
  place: PlaceState
  /** By this device's clock, while a countdown runs. */
  endsAt: number
}

export type RaiseEvent =
  | { type: 'CONFIGURE'; countsDown: boolean }
  /** A finger, a pointer or a key goes down. */
  | { type: 'PRESS' }
  | { type: 'RELEASE' }
  /** A press without length: a screen reader's click. */
  | { type: 'TAP' }
  | { type: 'SEND_NOW' }
  | { type: 'CANCEL' }
  | { type: 'LOCATED'; location: Location | null }
  /** The unit acknowledged an SOS that was kept, perhaps one from before a reload. */
  | { type: 'ACKNOWLEDGED'; reply: RaiseReply; hasPlace: boolean }

export interface Raised {
  type: 'raised'
  reply: RaiseReply
  hasPlace: boolean
}

export interface Delivery {
  readonly clientId: string
  readonly location: Location | null
}

/**
 * idle -> holding (1.5 s sends) or a tap -> countdown (5 s, sends at its end) -> locating -> sending -> sent, or kept until
 * the unit answers. The actors and `placeFollows` are given by raise.ts and by tests.
 */
export const raiseMachine = setup({
  types: { context: {} as RaiseContext, events: {} as RaiseEvent, emitted: {} as Raised },
  actors: {
    /** Looks for the position from the first touch on; answers LOCATED once. */
    seek: fromCallback<RaiseEvent>(() => undefined),
    /** Keeps the SOS durably, then sends it; null: not acknowledged, it stays kept. */
    deliver: fromPromise<RaiseReply | null, Delivery>(() => Promise.resolve(null)),
  },
  actions: {
    /** The position came after the SOS: it follows, under the same id. */
    placeFollows: () => undefined,
    takePlace: assign(({ event }) => {
      if (event.type !== 'LOCATED') return {}
      return { location: event.location, place: event.location ? 'found' : 'none' } as const
    }),
    begin: assign(() => ({ clientId: newId(), location: null, place: 'seeking' as const })),
    seekAgain: spawnChild('seek', { id: 'seek' }),
    seekNoMore: stopChild('seek'),
    announce: emit(({ event }) => {
      if (event.type !== 'ACKNOWLEDGED') throw new Error(`nothing to announce of ${event.type}`)
      return { type: 'raised', reply: event.reply, hasPlace: event.hasPlace } as const
    }),
  },
  guards: {
    countsDown: ({ context }) => context.countsDown,
    isPlaceKnown: ({ context }) => context.place !== 'seeking',
  },
  delays: { hold: HOLD_MS, countdown: COUNTDOWN_MS, placeWait: PLACE_WAIT_MS },
}).createMachine({
  id: 'raise',
  context: { countsDown: true, clientId: '', location: null, place: 'seeking', endsAt: 0 },
  initial: 'resting',
  on: {
    CONFIGURE: { actions: assign(({ event }) => ({ countsDown: event.countsDown })) },
    LOCATED: { actions: 'takePlace' },
  },
  states: {
    resting: {
      initial: 'idle',
      states: {
        idle: {},
        /** Done; a place that comes now still follows. */
        sent: { on: { LOCATED: { actions: ['takePlace', 'placeFollows'] } } },
      },
      on: {
        PRESS: { target: 'holding', actions: ['seekNoMore', 'begin', 'seekAgain'] },
        TAP: { target: 'tapped', actions: ['seekNoMore', 'begin', 'seekAgain'] },
        ACKNOWLEDGED: { actions: 'announce' },
      },
    },
    holding: { after: { hold: 'locating' }, on: { RELEASE: 'tapped' } },
    tapped: { always: [{ guard: 'countsDown', target: 'countdown' }, { target: 'locating' }] },
    countdown: {
      entry: assign(() => ({ endsAt: Date.now() + COUNTDOWN_MS })),
      after: { countdown: 'locating' },
      on: { SEND_NOW: 'locating', CANCEL: { target: 'resting', actions: 'seekNoMore' } },
    },
    locating: {
      always: { guard: 'isPlaceKnown', target: 'delivery' },
      after: { placeWait: 'delivery' },
      on: { SEND_NOW: 'delivery' },
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
                actions: emit(({ context, event }) => {
                  if (!event.output) throw new Error('guarded above')
                  return { type: 'raised', reply: event.output, hasPlace: context.location !== null } as const
                }),
              },
              { target: 'kept' },
            ],
            onError: 'kept',
          },
        },
        /** Not sent. The outbox goes on trying; a press tries at once. */
        kept: {
          on: {
            PRESS: 'sending',
            TAP: 'sending',
            ACKNOWLEDGED: { target: '#raise.resting.sent', actions: 'announce' },
            CANCEL: '#raise.resting',
          },
        },
      },
      on: { LOCATED: { actions: ['takePlace', 'placeFollows'] } },
    },
  },
})
