import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { radioRoutes } from '@noroshi/contract/radio/radio.http'
import { call } from '../../platform/http.ts'
import { applyRadioChat, applyRadioMarks } from './radio-cache.ts'

/** Starts the radio chat of a thread. One that runs already is joined. The command `radio.start` opens its page. */
export async function startRadioOf(cache: QueryClient, threadId: string): Promise<void> {
  applyRadioChat(cache, await call(radioRoutes.start, { params: { threadId } }))
}

/** Marks the radio messages of a thread as seen, up to a seq. */
export function useMarkHeard(threadId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (seq: number) => {
      const update = { messageThreadId: threadId, status: 'seen', seq, messageType: 'asrChat' } as const
      await call(messageRoutes.setStatuses, { body: [update] })
      return seq
    },
    onSuccess: (seq) => applyRadioMarks(cache, threadId, { deliveredSeq: seq, seenSeq: seq, unreadMessagesCount: 0 }),
    // No toast: the next message repeats a mark that was lost.
    meta: { isHandled: true },
  })
}
