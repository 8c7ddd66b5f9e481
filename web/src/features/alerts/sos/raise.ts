import { usableFix } from '../../../platform/device/fix.ts'
import { lastFix, watchLocation } from '../../../platform/device/geolocation.ts'
import { useObservable } from '../../../platform/observable.ts'
import { LOCATE_TIMEOUT_MS } from '../../../platform/tuning.ts'
import { type RaiseStage, type RaiseView, SosRaiser } from '../sos-raiser.ts'
import { deliverSos, onSosAcknowledged, sendSosLocation, withdrawSos } from './unsent-sos.ts'

/** Milliseconds after the first touch in which better locations of an SOS are sent. */
const FOLLOW_MS = 60_000

/** The only one of the page: the tile, the button of the bar and the small button raise the same SOS. */
export const sosRaiser = new SosRaiser({
  locate(onLocated) {
    let isFound = false
    const stop = watchLocation(({ location }) => {
      if (!location && isFound) return
      isFound = location !== null
      onLocated(location)
    })
    const timeout = setTimeout(() => isFound || onLocated(null), LOCATE_TIMEOUT_MS)
    const end = setTimeout(stop, FOLLOW_MS)
    return () => {
      stop()
      clearTimeout(timeout)
      clearTimeout(end)
    }
  },
  deliver: deliverSos,
  sendLocation: sendSosLocation,
})

/** Call once, before the first render. */
export function startRaising() {
  onSosAcknowledged((reply, { clientId, latitude, raisedFor }) =>
    sosRaiser.acknowledge(clientId, reply, latitude !== null, raisedFor !== undefined),
  )
  window.addEventListener('pagehide', () => sosRaiser.sendNow()) // after this the user could not cancel it
  const wake = () => sosRaiser.wake()
  for (const event of ['visibilitychange', 'resume']) document.addEventListener(event, wake)
  for (const event of ['pageshow', 'focus']) window.addEventListener(event, wake)
}

/** The last known location, sent with the SOS until there is a newer one. */
const lastKnown = () => usableFix(lastFix(), Date.now())

export const pressSos = (): void => sosRaiser.press(lastKnown())
export const releaseSos = (): void => sosRaiser.release()
export const tapSos = (): void => sosRaiser.tap(lastKnown())
/**
 * Starts the countdown of an SOS that was raised by voice. An earlier SOS that is unsent is sent again at once instead.
 * @returns whether this call started the countdown
 */
export function countDownSos(): boolean {
  if (sosRaiser.isCountingDown) return false
  sosRaiser.countDown(lastKnown())
  return sosRaiser.isCountingDown
}

/** Withdraws an SOS that the server has not acknowledged. */
export function cancelSos(clientId: string) {
  withdrawSos(clientId)
  sosRaiser.withdraw(clientId)
}

export const useRaiseStage = (): RaiseStage => useObservable(sosRaiser.view, ({ stage }) => stage)

/** Whether an SOS is being raised: its button is pressed, it counts down, or the server has not acknowledged it. */
export const isRaising = (): boolean => sosRaiser.view.get().stage !== 'idle'

export const useRaiseView = (): RaiseView => useObservable(sosRaiser.view)
