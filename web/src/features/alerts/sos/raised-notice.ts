import { createObservable, useObservable } from '../../../platform/observable.ts'
import { sosRaiser } from './raise.ts'
import type { Raised } from '../sos-raiser.ts'

/** Milliseconds for which alarms of others wait after the server has acknowledged the user's own SOS. */
const NOTICE_MS = 5_000

const notice = createObservable<Raised | null>(null)
let timer: ReturnType<typeof setTimeout> | undefined

const setNotice = (next: Raised | null) => {
  clearTimeout(timer)
  notice.set(next)
}

/** Call once, before the first render. */
export function startRaisedNotice() {
  sosRaiser.onRaised((raised) => {
    if (raised.reply.isRemoved === true) return // no one is alarmed
    setNotice(raised)
    timer = setTimeout(() => setNotice(null), NOTICE_MS)
  })
}

/** Keeps the confirmation until {@link closeRaisedNotice}. Call it when a dialog shows the confirmation. */
export const keepRaisedNotice = () => clearTimeout(timer)

export const closeRaisedNotice = () => setNotice(null)

/** The confirmation of the user's own SOS that they have not seen yet; null without one. */
export const useRaisedNotice = (): Raised | null => useObservable(notice)
