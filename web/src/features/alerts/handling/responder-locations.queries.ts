import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { responderLocationRoutes } from '@noroshi/contract/alerts/responder-locations.http'
import { call } from '../../../platform/connection/http.ts'

/** The choices of the user about the own location for active alerts. They are not stored on the device. */
export const locationChoicesQuery = queryOptions({
  queryKey: ['alerts', 'locationChoices'] as const,
  queryFn: () => call(responderLocationRoutes.own),
})

/** Shares the location of this device for one alert, or ends it. */
export function useChooseLocation() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ alertId, isShared }: { readonly alertId: string; readonly isShared: boolean }) =>
      call(responderLocationRoutes.choose, { params: { id: alertId }, body: { isShared } }),
    onSuccess: (choice) =>
      cache.setQueryData(
        locationChoicesQuery.queryKey,
        (list) => list && { items: [choice, ...list.items.filter(({ alertId }) => alertId !== choice.alertId)] },
      ),
    onSettled: () => cache.invalidateQueries({ queryKey: locationChoicesQuery.queryKey }),
  })
}
