import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { MessageKey } from '../../platform/language/i18n.ts'
import { toastSuccess } from './toast.tsx'

/**
 * A change by one request, which a toast confirms.
 * @param receive adds the reply to the store or the cache; the change is pending until a returned promise is settled
 */
export function useChange<Change, Reply>(
  send: (change: Change) => Promise<Reply>,
  receive: (cache: QueryClient, reply: Reply) => unknown,
  done: MessageKey,
) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess(reply) {
      toastSuccess(done)
      return receive(cache, reply)
    },
  })
}
