import { createObservable, useObservable } from '../../../platform/observable.ts'

/** The search in a thread that is open. */
export interface OpenFind {
  readonly threadId: string
  /** The date field has the focus, not that of the words. */
  readonly isForDate: boolean
}

const openFind = createObservable<OpenFind | null>(null)

/** Opens the search in a thread above its messages. */
export const openFindIn = (threadId: string, isForDate = false): void => openFind.set({ threadId, isForDate })

export function closeFindIn(threadId: string): void {
  if (openFind.get()?.threadId === threadId) openFind.set(null)
}

/** Returns the search in a thread; null while it is closed. It is another object at each opening. */
export const useOpenFind = (threadId: string): OpenFind | null =>
  useObservable(openFind, (open) => (open?.threadId === threadId ? open : null))
