import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type AlertForViewer, alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { coordinatesOf } from '../../platform/coordinates.ts'
import { allowedLocation } from '../../platform/geolocation.ts'
import { call } from '../../platform/http.ts'
import { toastSuccess } from '../../ui/toast.tsx'
import { alertStore, receiveAlert } from './alert-store.ts'

/** Adds the reply to a change to the store. Other clients receive the change as an event. */
function useAlertChange<Input>(change: (input: Input) => Promise<AlertForViewer>, onDone: () => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (alert) => {
      receiveAlert(alertStore(cache), alert)
      onDone()
    },
  })
}

export const useResolveAlert = ({ id, isDrill }: Pick<AlertForViewer, 'id' | 'isDrill'>) =>
  useAlertChange(
    async () => call(alertRoutes.resolve, { body: { AlertId: id, ...coordinatesOf(await allowedLocation()) } }),
    () => toastSuccess(isDrill ? 'alerts.drill.over' : 'alerts.resolveDone'),
  )

export const useReopenAlert = (id: string) =>
  useAlertChange(
    () => call(alertRoutes.reopen, { params: { id } }),
    () => toastSuccess('alerts.reopenDone'),
  )
