import { queryOptions, useQuery } from '@tanstack/react-query'
import { alarmAppRoutes } from '@noroshi/contract/alarm-app/alarm-app.http'
import { call } from '../../platform/connection/http.ts'
import { ALARM_APP_STATE_MS } from '../../platform/tuning.ts'
import { useChange } from '../../ui/states/use-change.ts'

/** The alarm app of this session. It is read again while it is shown, since the phone connects and confirms tests. */
const stateQuery = queryOptions({
  queryKey: ['alarmApp', 'state'] as const,
  queryFn: ({ signal }) => call(alarmAppRoutes.state, { signal }),
  refetchInterval: ({ state }) => (state.data?.device ? ALARM_APP_STATE_MS : false),
})

/** The file of the app on this server. */
const fileQuery = queryOptions({
  queryKey: ['alarmApp', 'file'] as const,
  queryFn: ({ signal }) => call(alarmAppRoutes.file, { signal }),
})

/** Returns the alarm app of this session. */
export const useAlarmApp = (isSignedIn: boolean) => useQuery({ ...stateQuery, enabled: isSignedIn })

/** Returns the size of the app's file on this server; null without one, undefined if it is unknown. */
export const useAppFile = (): number | null | undefined => useQuery(fileQuery).data?.bytes

export const useLinkAlarmApp = () =>
  useChange(
    (isLooping: boolean) => call(alarmAppRoutes.link, { body: { isLooping } }),
    (cache) => cache.invalidateQueries({ queryKey: stateQuery.queryKey }),
    'alarmApp.linkedToast',
  )

export const useUnlinkAlarmApp = () =>
  useChange(
    () => call(alarmAppRoutes.unlink),
    (cache) => cache.invalidateQueries({ queryKey: stateQuery.queryKey }),
    'alarmApp.removed',
  )

export const useTestAlarmApp = () =>
  useChange(
    () => call(alarmAppRoutes.test),
    (cache) => cache.invalidateQueries({ queryKey: stateQuery.queryKey }),
    'alarmApp.testSent',
  )
