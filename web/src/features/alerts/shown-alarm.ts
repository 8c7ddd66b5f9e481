import { createObservable, useObservable } from '../../platform/observable.ts'

const isShown = createObservable(false)

/** Records whether the alarm of an alert is on the screen, also as a bar or a banner. */
export const setAlarmShown = isShown.set

/** Whether an alarm is on the screen. Nothing else asks for attention then. */
export const isAlarmShown = isShown.get
export const useAlarmShown = (): boolean => useObservable(isShown)
