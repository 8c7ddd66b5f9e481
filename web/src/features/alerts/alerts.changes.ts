import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { type AlertForViewer, alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { currentLocation } from '../../platform/geolocation.ts'
import { call } from '../../platform/http.ts'
import { toastSuccess } from '../../ui/toast.tsx'
import { keepAlert } from './alert-cache.ts'
import { ledgerQuery } from './alerts.queries.ts'

type AnswerChoice = z.input<typeof alertRoutes.answer.body>['answer']

/** What a change answers goes straight into the cache; its event comes to everyone else. */
function useAlertChange<Input>(change: (input: Input) => Promise<AlertForViewer>, done: (cache: QueryClient) => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (alert) => {
      keepAlert(cache, alert)
      done(cache)
    },
  })
}

/** Milliseconds that a resolution waits for the place it is made at. */
const RESOLVE_PLACE_MS = 1_500

export const useResolveAlert = (id: string) =>
  useAlertChange(
    async () => {
      const { location } = await currentLocation(RESOLVE_PLACE_MS)
      return call(alertRoutes.resolve, {
        body: { AlertId: id, latitude: location?.latitude ?? null, longitude: location?.longitude ?? null },
      })
    },
    () => toastSuccess('alerts.resolveDone'),
  )

export const useReopenAlert = (id: string) =>
  useAlertChange(
    () => call(alertRoutes.reopen, { params: { id } }),
    () => toastSuccess('alerts.reopenDone'),
  )

export const answerAlert = (id: string, answer: AnswerChoice) => call(alertRoutes.answer, { params: { id }, body: { answer } })

export const useAnswerAlert = (id: string) =>
  useAlertChange(
    (answer: AnswerChoice) => answerAlert(id, answer),
    (cache) => void cache.invalidateQueries({ queryKey: ledgerQuery(id).queryKey }),
  )
