import { createObservable } from '../../platform/observable.ts'

/** Whether the screen is being printed. Lists that render a part of their loaded rows then render all. */
export const isPrinting = createObservable(false)
