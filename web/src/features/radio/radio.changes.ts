import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { radioRoutes } from '@noroshi/contract/radio/radio.http'
import { call } from '../../platform/connection/http.ts'
import { radioStore, receiveRadioChat, receiveRadioWatermarks } from './radio-store.ts'

/** Starts the radio chat of a thread. One that runs already is joined. The command `radio.start` opens its page. */
export async function startRadioOf(cache: QueryClient, threadId: string): Promise<void> {
  receiveRadioChat(radioStore(cache), await call(radioRoutes.start, { params: { threadId } }))
}

/** Joins the radio channel of an alert, and starts its radio chat if none runs. @returns its thread */
export async function joinAlertRadio(cache: QueryClient, alertId: string): Promise<string> {
  const chat = await call(radioRoutes.joinAlert, { params: { id: alertId } })
  receiveRadioChat(radioStore(cache), chat)
  return chat.MessageThreadId
}

/** Marks the radio messages of a thread as seen, up to a seq. */
export function useMarkPlayed(threadId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (seq: number) => {
      const update = { messageThreadId: threadId, status: 'seen', seq, messageType: 'asrChat' } as const
      await call(messageRoutes.setStatuses, { body: [update] })
      return seq
    },
    onSuccess: (seq) => receiveRadioWatermarks(radioStore(cache), threadId, { deliveredSeq: seq, seenSeq: seq }),
    // No toast: the next message repeats a mark that was lost.
    meta: { isHandled: true },
  })
}
