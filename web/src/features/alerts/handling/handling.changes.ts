import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { alertHandlingRoutes, type HandlingChange } from '@noroshi/contract/alerts/handling.http'
import { call } from '../../../platform/connection/http.ts'
import { alertToken } from '../../../platform/session/alert-tokens.ts'
import { alertStore, receiveAlert } from '../alert-store.ts'
import { notesQuery } from './handling.queries.ts'

/** A change of the decisions about an alert. The reply is added to the store; other devices receive an event. */
function useDecision<Input>(send: (input: Input) => Promise<AlertForViewer>) {
  const cache = useQueryClient()
  return useMutation({ mutationFn: send, onSuccess: (alert) => receiveAlert(alertStore(cache), alert) })
}

type Classification = z.input<typeof alertHandlingRoutes.classify.body>

/** Sets the kind or the severity of an alert, also as the device of its anonymous raiser. */
export const useClassify = (id: string) =>
  useDecision((body: Classification) => call(alertHandlingRoutes.classify, { params: { id }, body, alertToken: alertToken(id) }))

/** Reports the state of an alert, assigns it or marks it. */
export const useHandle = (id: string) =>
  useDecision((body: HandlingChange) => call(alertHandlingRoutes.change, { params: { id }, body }))

/** Adds a private note. A repetition with the same client id adds no second one. */
export function useAddNote(id: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: { readonly text: string; readonly clientId: string }) =>
      call(alertHandlingRoutes.addNote, { params: { id }, body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: notesQuery(id).queryKey }),
  })
}
