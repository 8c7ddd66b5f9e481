import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { RollCallForm } from '@noroshi/contract/roll-calls/roll-calls'
import { rollCallRoutes } from '@noroshi/contract/roll-calls/roll-calls.http'
import { call } from '../../platform/connection/http.ts'
import { serverNow } from '../../platform/connection/server-time.ts'
import { newId } from '../../platform/ids.ts'
import { useChange } from '../../ui/states/use-change.ts'
import { receiveRollCall } from './roll-call-cache.ts'

/** Milliseconds before the request from which a returned roll-call was open before. */
const OLDER_MS = 10_000

interface NewRollCall {
  readonly form: z.input<typeof RollCallForm>
  /** Whether a further roll-call asks people whom an open one asks already. */
  readonly isSeparate: boolean
}

/** Asks people. The result says whether an open roll-call of the same people took the place of the new one. */
export function useAsk() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async ({ form, isSeparate }: NewRollCall) => {
      const askedAt = serverNow()
      const rollCall = await call(rollCallRoutes.ask, { body: { ...form, isSeparate, clientId: newId() } })
      return { rollCall, isJoined: new Date(rollCall.createdAt).getTime() < askedAt - OLDER_MS }
    },
    onSuccess: ({ rollCall }) => receiveRollCall(cache, rollCall),
  })
}

export const useEndRollCall = (id: string) =>
  useChange(
    (endText: string) => call(rollCallRoutes.close, { params: { id }, body: { endText } }),
    receiveRollCall,
    'rollCalls.ended',
  )

/** Makes a link for a person. A link before it ends. */
export const useCreateAnswerLink = (id: string, personId: string) =>
  useMutation({ mutationFn: () => call(rollCallRoutes.createLink, { params: { id, personId } }) })
