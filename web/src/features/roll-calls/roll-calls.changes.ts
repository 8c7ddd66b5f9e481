import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { RollCallForm } from '@noroshi/contract/roll-calls/roll-calls'
import { rollCallRoutes } from '@noroshi/contract/roll-calls/roll-calls.http'
import { call } from '../../platform/connection/http.ts'
import { useChange } from '../../ui/states/use-change.ts'
import { receiveRollCall } from './roll-call-cache.ts'

interface NewRollCall {
  readonly form: z.input<typeof RollCallForm>
  /** Whether a further roll-call asks people whom an open one asks already. */
  readonly isSeparate: boolean
  /** The id of this roll-call for the server: a repetition asks no one again. */
  readonly clientId: string
}

/** Asks people. `isExisting`: an open roll-call of the same people took the place of the new one. */
export function useAsk() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ form, isSeparate, clientId }: NewRollCall) =>
      call(rollCallRoutes.ask, { body: { ...form, isSeparate, clientId } }),
    onSuccess: ({ isExisting: _isExisting, ...rollCall }) => receiveRollCall(cache, rollCall),
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

/** Makes a link for each of these people, and mails it if `isMailed`. Links before end. */
export const createAnswerLinks = (id: string, personIds: readonly string[], isMailed: boolean) =>
  call(rollCallRoutes.createLinks, { params: { id }, body: { personIds: [...personIds], isMailed } })
