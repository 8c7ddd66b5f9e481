import { useMutation } from '@tanstack/react-query'
import { drillRoutes } from '@noroshi/contract/alerts/drills.http'
import { call } from '../../platform/connection/http.ts'

/** Starts a drill for the user alone. The alarm arrives as an event. */
export const useStartTestAlarm = () =>
  useMutation({ mutationFn: (clientId: string) => call(drillRoutes.start, { body: { clientId } }) })
