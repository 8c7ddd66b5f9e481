import { HOLD_MS, outcomeOf } from '../../../platform/early-presses.ts'
import { pressSos, releaseSos, sosRaiser, tapSos } from './raise.ts'
import { keepEarlySos } from './unsent-sos.ts'

/**
 * Sends the SOS of a button when it was pressed for {@link HOLD_MS}, including the time before this code was loaded.
 */
function sendHeld() {
  releaseSos()
  sosRaiser.sendNow()
}

/**
 * Raises the SOS whose button was pressed before this code was loaded, and handles the buttons of the prerendered
 * screen until the application removes it. An SOS that the guard has sent meanwhile is sent with the same client id, which
 * shows what became of it. Call it once, when the application is on the screen.
 */
export function adoptEarlyPresses(): void {
  const early = window.earlyPresses
  if (!early) return // the development server has no prerendered screen
  let timer: ReturnType<typeof setTimeout> | undefined
  early.onPress = ({ type }) => {
    clearTimeout(timer)
    if (type === 'down') pressSos()
    else if (type === 'up') releaseSos()
    else tapSos()
  }
  const outcome = outcomeOf(early.recorded)
  let isResumed = false
  early.takeOver((sos) => {
    isResumed = true
    keepEarlySos(sos)
    sosRaiser.resume(sos.clientId)
  })
  if (isResumed || outcome.type === 'none') return
  if (outcome.type === 'tap') return tapSos()
  pressSos()
  if (outcome.type === 'hold') sendHeld()
  else timer = setTimeout(sendHeld, outcome.at + HOLD_MS - performance.now())
}
