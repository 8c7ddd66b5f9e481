import type { z } from 'zod'
import { assign, emit, fromCallback, fromPromise, setup, spawnChild, stopChild } from 'xstate'
import type { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import type { Location } from '@noroshi/contract/location'
import { newId } from '../../platform/ids.ts'

/** Milliseconds of the press that sends at once (look: `--n-hold`). */
export const HOLD_MS = 1_500
/** Milliseconds of the countdown that a tap begins; the SOS is sent at its end (product decision 'Raising'). */
export const COUNTDOWN_MS = 5_000
/** Milliseconds after the unit's answer within which the position may come before its lack is told; the SOS never waits for it. */
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
  /** The unit's answer to this SOS. */
  reply: RaiseReply | null
}

export type RaiseEvent =
  | { type: 'CONFIGURE'; countsDown: boolean }
  /** A finger, a pointer or a key goes down. */
  | { type: 'PRESS' }
  | { type: 'RELEASE' }
  /** A press without length: a screen reader's click. */
  | { type: 'TAP' }
  | { type: 'SEND_NOW' }
  /** The page may have been frozen: its timers stood still, the clock did not. */
  | { type: 'WAKE' }
  | { type: 'CANCEL' }
  | { type: 'LOCATED'; location: Location | null }
  /** The unit acknowledged an SOS that was kept, perhaps one from before a reload. */
  | { type: 'ACKNOWLEDGED'; clientId: string; reply: RaiseReply; hasPlace: boolean }

/** The unit has an SOS of this device. `seeking`: its position may still follow. */
export interface Raised {
  type: 'raised'
  reply: RaiseReply
  place: PlaceState
}
/** The unit has an SOS without a position, and none came while one was to be expected. */
export interface Unplaced {
  type: 'unplaced'
  reply: RaiseReply
}

export interface Delivery {
  readonly clientId: string
  readonly location: Location | null
}

/**
 * idle -> holding (1.5 s sends) or a tap -> countdown (5 s, sends at its end) -> sending -> sent, or kept until the unit
 * answers. The position is sought meanwhile and follows. The actors and `placeFollows` are given by raise.ts and by tests.
 */
export const raiseMachine = setup({
  types: { context: {} as RaiseContext, events: {} as RaiseEvent, emitted: {} as Raised | Unplaced },
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
    begin: assign(() => ({ clientId: newId(), location: null, place: 'seeking' as const, reply: null })),
    seekAgain: spawnChild('seek', { id: 'seek' }),
    seekNoMore: stopChild('seek'),
    takeReply: assign(({ event }) => (event.type === 'ACKNOWLEDGED' ? { reply: event.reply } : {})),
    announce: emit(({ event }) => {
      if (event.type !== 'ACKNOWLEDGED') throw new Error(`nothing to announce of ${event.type}`)
      return { type: 'raised', reply: event.reply, place: event.hasPlace ? 'found' : 'none' } as const
    }),
    announceOwn: emit(({ context: { reply, place } }) => {
      if (!reply) throw new Error('nothing to announce before the answer')
      return { type: 'raised', reply, place } as const
    }),
    tellNoPlace: emit(({ context: { reply } }) => {
      if (!reply) throw new Error('no place is missed before the answer')
      return { type: 'unplaced', reply } as const
    }),
  },
  guards: {
    countsDown: ({ context }) => context.countsDown,
    isPlaceKnown: ({ context }) => context.place !== 'seeking',
    isPlace: ({ event }) => event.type === 'LOCATED' && event.location !== null,
    isOver: ({ context }) => Date.now() >= context.endsAt,
    isOwn: ({ context, event }) => event.type === 'ACKNOWLEDGED' && event.clientId === context.clientId,
  },
  delays: { hold: HOLD_MS, countdown: COUNTDOWN_MS, placeWait: PLACE_WAIT_MS },
}).createMachine({
  id: 'raise',
  context: { countsDown: true, clientId: '', location: null, place: 'seeking', endsAt: 0, reply: null },
  initial: 'resting',
  on: {
    CONFIGURE: { actions: assign(({ event }) => ({ countsDown: event.countsDown })) },
    LOCATED: { actions: 'takePlace' },
    ACKNOWLEDGED: { actions: 'announce' },
  },
  states: {
    resting: {
      initial: 'idle',
      states: {
        idle: {},
        /** The unit has it; a place that comes now still follows. */
        sent: {
          initial: 'expecting',
          states: {
            expecting: {
              always: { guard: 'isPlaceKnown', target: 'done' },
              after: { placeWait: { target: 'done', actions: 'tellNoPlace' } },
              on: {
                LOCATED: [
                  { guard: 'isPlace', target: 'done', actions: ['takePlace', 'placeFollows'] },
                  { target: 'done', actions: ['takePlace', 'tellNoPlace'] },
                ],
              },
            },
            done: { on: { LOCATED: { actions: ['takePlace', 'placeFollows'] } } },
          },
        },
      },
      on: {
        PRESS: { target: 'holding', actions: ['seekNoMore', 'begin', 'seekAgain'] },
        TAP: { target: 'tapped', actions: ['seekNoMore', 'begin', 'seekAgain'] },
      },
    },
    holding: { after: { hold: 'delivery' }, on: { RELEASE: 'tapped' } },
    tapped: { always: [{ guard: 'countsDown', target: 'countdown' }, { target: 'delivery' }] },
    countdown: {
      entry: assign(() => ({ endsAt: Date.now() + COUNTDOWN_MS })),
      after: { countdown: 'delivery' },
      on: {
        SEND_NOW: 'delivery',
        WAKE: { guard: 'isOver', target: 'delivery' },
        CANCEL: { target: 'resting', actions: 'seekNoMore' },
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
                actions: [assign(({ event }) => ({ reply: event.output })), 'announceOwn'],
              },
              { target: 'kept' },
            ],
            onError: 'kept',
          },
          on: { ACKNOWLEDGED: { guard: 'isOwn', actions: [] } }, // the same answer as the delivery's own
        },
        /** Not sent. The outbox goes on trying; a press tries at once. */
        kept: {
          on: {
            PRESS: 'sending',
            TAP: 'sending',
            ACKNOWLEDGED: { guard: 'isOwn', target: '#raise.resting.sent', actions: ['takeReply', 'announceOwn'] },
            CANCEL: '#raise.resting',
          },
        },
      },
      on: { LOCATED: { actions: ['takePlace', 'placeFollows'] } },
    },
  },
})
