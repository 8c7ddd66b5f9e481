import type { QueryClient } from '@tanstack/react-query'
import type { Message } from '@noroshi/contract/messaging/messaging.http'

// Each page applies events, and few of them read these lists: this module has no schemas.

export const pinsKey = (threadId: string) => ['messages', 'pins', threadId] as const
export const hiddenKey = ['messages', 'hidden'] as const

/** Reads the pinned messages again if a changed message is or was one of them. */
export function refetchPins(cache: QueryClient, { id, MessageThreadId, pinnedAt }: Message): void {
  const queryKey = pinsKey(MessageThreadId)
  const isKnown = cache.getQueryData<readonly Message[]>(queryKey)?.some((message) => message.id === id) ?? false
  if (pinnedAt !== undefined || isKnown) void cache.invalidateQueries({ queryKey })
}

/** Reads the messages again that the user has hidden for themselves. */
export const refetchHidden = (cache: QueryClient): void => void cache.invalidateQueries({ queryKey: hiddenKey })
