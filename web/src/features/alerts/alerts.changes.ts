import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { type AlertForViewer, alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { coordinatesOf } from '../../platform/device/coordinates.ts'
import { usableFix } from '../../platform/device/fix.ts'
import { allowedFix } from '../../platform/device/geolocation.ts'
import { call } from '../../platform/connection/http.ts'
import { toastSuccess } from '../../ui/states/toast.tsx'
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

/** The reason for which an alert is closed. A drill has none. */
type Closing = Pick<z.input<typeof alertRoutes.resolve.body>, 'reason' | 'note'>

/** Resolves an alert. Sends a known location of the device if the user always shares it, without asking for it. */
export const useResolveAlert = ({ id, isDrill }: Pick<AlertForViewer, 'id' | 'isDrill'>) =>
  useAlertChange(
    (closing: Closing | undefined) =>
      call(alertRoutes.resolve, { body: { AlertId: id, ...coordinatesOf(usableFix(allowedFix(), Date.now())), ...closing } }),
    () => toastSuccess(isDrill ? 'alerts.drill.over' : 'alerts.resolveDone'),
  )

export const useReopenAlert = (id: string) =>
  useAlertChange(
    (_input: undefined) => call(alertRoutes.reopen, { params: { id } }),
    () => toastSuccess('alerts.reopenDone'),
  )
