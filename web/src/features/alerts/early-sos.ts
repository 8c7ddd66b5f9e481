import type { EarlyPress } from '../../platform/early-presses.ts'
import { HOLD_MS } from './raise.machine.ts'
import { pressSos, raiseActor, tapSos } from './raise.ts'

/** `hold`: a press was long enough to send. `down`: the button is still pressed, since `at`. */
type Outcome =
  | { readonly type: 'none' }
  | { readonly type: 'tap' }
  | { readonly type: 'hold' }
  | { readonly type: 'down'; readonly at: number }

/** Returns the meaning of the recorded presses. A held press has priority over taps. */
export function outcomeOf(recorded: readonly EarlyPress[]): Outcome {
  let outcome: Outcome = { type: 'none' }
  let downAt: number | null = null
  for (const { type, at } of recorded) {
    if (type === 'down') downAt = at
    if (type === 'up' && downAt !== null) {
      if (at - downAt >= HOLD_MS) return { type: 'hold' }
      outcome = { type: 'tap' }
      downAt = null
    }
    if (type === 'tap') outcome = { type: 'tap' }
  }
  return downAt === null ? outcome : { type: 'down', at: downAt }
}

const release = () => raiseActor.send({ type: 'RELEASE' })

/**
 * Sends the SOS of a button when it was pressed for {@link HOLD_MS}, including the time before this code was loaded.
 */
function sendHeld() {
  release()
  raiseActor.send({ type: 'SEND_NOW' })
}

/**
 * Raises the SOS whose button was pressed before this code was loaded, and handles the buttons of the prerendered
 * screen until the application removes it. Call it once, after {@link startRaising}.
 */
export function adoptEarlyPresses(): void {
  const early = window.earlyPresses
  if (!early) return // the development server has no prerendered screen
  let timer: ReturnType<typeof setTimeout> | undefined
  early.onPress = ({ type }) => {
    clearTimeout(timer)
    if (type === 'down') pressSos()
    else if (type === 'up') release()
    else tapSos()
  }
  const outcome = outcomeOf(early.recorded)
  if (outcome.type === 'none') return
  if (outcome.type === 'tap') return tapSos()
  pressSos()
  if (outcome.type === 'hold') sendHeld()
  else timer = setTimeout(sendHeld, outcome.at + HOLD_MS - performance.now())
}
