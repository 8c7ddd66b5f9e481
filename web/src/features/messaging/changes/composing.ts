import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { createObservable, useObservable } from '../../../platform/observable.ts'
import { onAccessToken } from '../../../platform/session/session.ts'

/** What the composer of a thread does besides a new message. */
export interface Composing {
  readonly kind: 'reply' | 'edit'
  /** The message as it was at the beginning. */
  readonly message: Message
}

const byThread = createObservable<ReadonlyMap<string, Composing>>(new Map())
onAccessToken(() => byThread.set(new Map())) // a session has ended or begun

/** What has just begun, whose field takes the focus once. */
let begun: Composing | null = null

/** Begins a reply to a message or its edit; null ends it. */
export function setComposing(threadId: string, composing: Composing | null): void {
  const next = new Map(byThread.get())
  if (composing) next.set(threadId, composing)
  else next.delete(threadId)
  begun = composing
  byThread.set(next)
}

/** Begins the edit of a message. */
export const beginEdit = (message: Message): void => setComposing(message.MessageThreadId, { kind: 'edit', message })

/** Whether it has just begun. True once: a chat that is opened again does not take the focus. */
export function takeBegun(composing: Composing): boolean {
  const isBegun = begun === composing
  if (isBegun) begun = null
  return isBegun
}

export const useComposing = (threadId: string): Composing | undefined =>
  useObservable(byThread, (composing) => composing.get(threadId))
