import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { radioRoutes } from '@noroshi/contract/radio/radio.http'
import { call } from '../../platform/http.ts'
import { paths } from '../../platform/paths.ts'
import { applyRadioChat, applyRadioMarks } from './radio-cache.ts'

/** Starts the radio chat of a thread. One that runs already is joined. */
export async function startRadioOf(cache: QueryClient, threadId: string): Promise<void> {
  applyRadioChat(cache, await call(radioRoutes.start, { params: { threadId } }))
}

export function useStartRadio(threadId: string) {
  const cache = useQueryClient()
  return useMutation({ mutationFn: () => startRadioOf(cache, threadId) })
}

/** Starts the radio chat of a thread and opens its page, from the header of a chat. */
export function useOpenRadio(threadId: string) {
  const navigate = useNavigate()
  const start = useStartRadio(threadId)
  return {
    isOpening: start.isPending,
    open: () =>
      start.mutate(undefined, {
        onSuccess: () => void navigate({ to: paths.radio, params: { messageThreadId: threadId } }),
      }),
  }
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
