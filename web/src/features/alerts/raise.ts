import { useSelector } from '@xstate/react'
import { createActor, fromCallback, fromPromise } from 'xstate'
import { usableFix } from '../../platform/fix.ts'
import { lastFix, watchLocation } from '../../platform/geolocation.ts'
import { LOCATE_TIMEOUT_MS } from '../../platform/tuning.ts'
import {
  type Delivery,
  raiseMachine,
  type Raised,
  type RaiseEvent,
  type RaiseReply,
  type RaisedWithoutLocation,
} from './raise.machine.ts'
import { deliverSos, onSosAcknowledged, sendSosLocation, withdrawSos } from './unsent-sos.ts'

/** Milliseconds after the first touch in which better locations of an SOS are sent. */
const FOLLOW_MS = 60_000

/** The only actor of the page: the tile, the button of the bar and the small button raise the same SOS. */
export const raiseActor = createActor(
  raiseMachine.provide({
    actors: {
      locate: fromCallback<RaiseEvent>(({ sendBack }) => {
        let isFound = false
        const stop = watchLocation(({ location }) => {
          if (!location && isFound) return
          isFound = location !== null
          sendBack({ type: 'LOCATED', location })
        })
        const timeout = setTimeout(() => isFound || sendBack({ type: 'LOCATED', location: null }), LOCATE_TIMEOUT_MS)
        const end = setTimeout(stop, FOLLOW_MS)
        return () => {
          stop()
          clearTimeout(timeout)
          clearTimeout(end)
        }
      }),
      deliver: fromPromise<RaiseReply | null, Delivery>(({ input }) => deliverSos(input)),
    },
    actions: {
      sendLocation: ({ context: { clientId }, event }) => {
        if (event.type === 'LOCATED' && event.location) sendSosLocation(clientId, event.location)
      },
    },
  }),
)

/** Call once, before the first render. */
export function startRaising() {
  raiseActor.start()
  onSosAcknowledged((reply, { clientId, latitude }) =>
    raiseActor.send({ type: 'ACKNOWLEDGED', clientId, reply, hasLocation: latitude !== null }),
  )
  window.addEventListener('pagehide', () => raiseActor.send({ type: 'SEND_NOW' })) // after this the user could not cancel it
  const wake = () => raiseActor.send({ type: 'WAKE' })
  for (const event of ['visibilitychange', 'resume']) document.addEventListener(event, wake)
  for (const event of ['pageshow', 'focus']) window.addEventListener(event, wake)
}

/** The last known location, sent with the SOS until there is a newer one. */
const lastKnown = () => usableFix(lastFix(), Date.now())

export const pressSos = () => raiseActor.send({ type: 'PRESS', known: lastKnown() })
/**
 * Starts the countdown of an SOS that was raised by voice. An earlier SOS that is unsent is sent again at once instead.
 * @returns whether this call started the countdown
 */
export function countDownSos(): boolean {
  const isCountingDown = () => raiseActor.getSnapshot().matches('countdown')
  if (isCountingDown()) return false
  raiseActor.send({ type: 'COUNT_DOWN', known: lastKnown() })
  return isCountingDown()
}
/**
 * Reports whether the microphone heard something in the countdown of a spoken SOS whose text is unknown. The end of the
 * countdown waits for it once.
 */
export const reportSpeech = (isUnknown: boolean): void => raiseActor.send({ type: 'SPEECH', isUnknown })
export const tapSos = () => raiseActor.send({ type: 'TAP', known: lastKnown() })

/** Withdraws an SOS that the server has not acknowledged. */
export function cancelSos(clientId: string) {
  withdrawSos(clientId)
  raiseActor.send({ type: 'WITHDRAW', clientId })
}

/** Calls the handler when the server has acknowledged an SOS of this device. */
export function onRaised(handler: (raised: Raised) => void): () => void {
  const subscription = raiseActor.on('raised', handler)
  return () => subscription.unsubscribe()
}

/** Calls the handler when an SOS has no location at the end of the wait. */
export function onRaisedWithoutLocation(handler: (raised: RaisedWithoutLocation) => void): () => void {
  const subscription = raiseActor.on('raisedWithoutLocation', handler)
  return () => subscription.unsubscribe()
}

/** Calls the handler when an SOS is spoken while an earlier one is unsent. */
export function onRepeated(handler: () => void): () => void {
  const subscription = raiseActor.on('repeated', handler)
  return () => subscription.unsubscribe()
}

export type RaiseStage = 'idle' | 'holding' | 'countdown' | 'sending' | 'kept'

export const useRaiseStage = (): RaiseStage =>
  useSelector(raiseActor, ({ value }) => {
    if (typeof value === 'object') {
      if ('countdown' in value) return 'countdown'
      return 'delivery' in value ? value.delivery : 'idle'
    }
    return value === 'tapped' ? 'holding' : value
  })

/** Whether the countdown of a spoken SOS is over and waits for the text of what was said before its end. */
export const useAwaitsSpeech = (): boolean =>
  useSelector(raiseActor, (snapshot) => snapshot.matches({ countdown: 'awaitingSpeech' }))

/** Whether an SOS is being raised: its button is pressed, it counts down, or the server has not acknowledged it. */
export const isRaising = (): boolean => !raiseActor.getSnapshot().matches('resting')

export const useRaiseContext = () => useSelector(raiseActor, ({ context }) => context)
