import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { createObservable, useObservable } from '../../../platform/observable.ts'

/** What the composer of a thread does besides a new message. */
export interface Composing {
  readonly kind: 'reply' | 'edit'
  readonly message: Message
}

const byThread = createObservable<ReadonlyMap<string, Composing>>(new Map())

/** Begins a reply to a message or its edit; null ends it. */
export function setComposing(threadId: string, composing: Composing | null): void {
  const next = new Map(byThread.get())
  if (composing) next.set(threadId, composing)
  else next.delete(threadId)
  byThread.set(next)
}

export const useComposing = (threadId: string): Composing | undefined =>
  useObservable(byThread, (composing) => composing.get(threadId))
