import { useSelector } from '@xstate/react'
import { createActor, fromCallback, fromPromise } from 'xstate'
import { currentLocation } from '../../platform/geolocation.ts'
import { outbox } from './outbox.ts'
import { type Delivery, raiseMachine, type Raised, type RaiseEvent, type RaiseReply, type Unplaced } from './raise.machine.ts'

/** One for the whole page: the tile, the key of the bar and the small key are the same SOS. */
export const raising = createActor(
  raiseMachine.provide({
    actors: {
      seek: fromCallback<RaiseEvent>(({ sendBack }) => {
        let isOver = false
        void currentLocation().then(({ location }) => isOver || sendBack({ type: 'LOCATED', location }))
        return () => {
          isOver = true
        }
      }),
      deliver: fromPromise<RaiseReply | null, Delivery>(({ input }) => outbox.deliver(input)),
    },
    actions: {
      placeFollows: ({ context: { clientId }, event }) => {
        if (event.type === 'LOCATED' && event.location) void outbox.tellPlace({ clientId, location: event.location })
      },
    },
  }),
)

/** Once, before the first render. */
export function startRaising() {
  raising.start()
  outbox.onAcknowledged((reply, { clientId, latitude }) =>
    raising.send({ type: 'ACKNOWLEDGED', clientId, reply, hasPlace: latitude !== null }),
  )
  window.addEventListener('pagehide', () => raising.send({ type: 'SEND_NOW' })) // nobody could cancel it any more
  const wake = () => raising.send({ type: 'WAKE' })
  for (const event of ['visibilitychange', 'resume']) document.addEventListener(event, wake)
  for (const event of ['pageshow', 'focus']) window.addEventListener(event, wake)
}

/** Takes an SOS back that the unit has not acknowledged. */
export function withdrawSos(clientId: string) {
  outbox.withdraw(clientId)
  if (raising.getSnapshot().context.clientId === clientId) raising.send({ type: 'CANCEL' })
}

/** Calls back whenever the unit has acknowledged an SOS of this device. */
export function onRaised(handler: (raised: Raised) => void): () => void {
  const subscription = raising.on('raised', handler)
  return () => subscription.unsubscribe()
}

/** Calls back when an SOS stays without a position. */
export function onUnplaced(handler: (unplaced: Unplaced) => void): () => void {
  const subscription = raising.on('unplaced', handler)
  return () => subscription.unsubscribe()
}

export type RaiseStage = 'idle' | 'holding' | 'countdown' | 'sending' | 'kept'

export const useRaiseStage = (): RaiseStage =>
  useSelector(raising, ({ value }) => {
    if (typeof value === 'object') return 'delivery' in value ? value.delivery : 'idle'
    return value === 'tapped' ? 'holding' : value
  })

export const useRaiseFacts = () => useSelector(raising, ({ context }) => context)
