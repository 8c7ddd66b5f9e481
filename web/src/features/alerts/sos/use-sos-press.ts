import { holdPress } from '../../../platform/device/hold-press.ts'
import { pressSos, releaseSos, tapSos, useRaiseStage } from './raise.ts'

/** One for all SOS buttons, because they raise the same SOS. */
const sosPress = holdPress({ press: pressSos, release: releaseSos, tap: tapSos })
const handlers = { ...sosPress.handlers, onBlur: sosPress.release }

/**
 * Handlers that make a button an SOS button: a tap starts the countdown, holding sends the SOS. Pointer, keyboard and
 * screen reader can do both.
 */
export function useSosPress() {
  const stage = useRaiseStage()
  return { isHolding: stage === 'holding', handlers }
}
