import { holdPress } from '../../../platform/device/hold-press.ts'
import { pressSos, releaseSos, tapSos, useRaiseStage } from './raise.ts'

/** One for all SOS buttons, because they raise the same SOS. */
const sosPress = holdPress({ press: pressSos, release: releaseSos, tap: tapSos })
/** Another button that loses the focus, because this one gets it, ends no press. */
const onBlur = ({ currentTarget }: Pick<FocusEvent, 'currentTarget'>) => sosPress.release(currentTarget)
const handlers = { ...sosPress.handlers, onBlur }

/**
 * Handlers that make a button an SOS button: a tap starts the countdown, holding sends the SOS. Pointer, keyboard and
 * screen reader can do both.
 */
export function useSosPress() {
  const stage = useRaiseStage()
  return { isHolding: stage === 'holding', handlers }
}
