import { IconAlertTriangle, IconMapPinOff, IconMapPinShare, IconRefresh } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { responderLocationRoutes } from '@noroshi/contract/alerts/responder-locations.http'
import type { Location } from '@noroshi/contract/location'
import { useMe } from '../features/accounts/accounts.queries.ts'
import { useActiveAlerts } from '../features/alerts/alert-lists.ts'
import { locationChoicesQuery, useChooseLocation } from '../features/alerts/handling/responder-locations.queries.ts'
import { call } from '../platform/connection/http.ts'
import { type LocationError, watchLocation } from '../platform/device/geolocation.ts'
import { useText } from '../platform/language/i18n.ts'
import { RunningBar, RunningBarButton, RunningBarName, RunningBarNotice } from '../shared/devices/running-bar.tsx'
import { reportLocations } from '../shared/location/location-reports.ts'
import { TopBars } from '../ui/dialogs/top-slot.tsx'

/** Shares the location of this device for the alerts for which the user chose it, and says so on each screen. */
export function ResponderLocation() {
  const me = useMe()
  const active = useActiveAlerts()
  const responding = new Set(active?.filter(({ viewer }) => viewer.answer === 'responding').map(({ id }) => id))
  const isResponding = me !== undefined && responding.size > 0
  const { data, error, refetch } = useQuery({ ...locationChoicesQuery, enabled: isResponding })
  if (isResponding && error && !data) return <UnknownBar onRetry={() => void refetch()} />
  const shared = (data?.items ?? []).filter(
    ({ alertId, isShared, isThisDevice }) => isShared && isThisDevice && responding.has(alertId),
  )
  const ids = shared.map(({ alertId }) => alertId)
  return ids.length > 0 && <SharedBar ids={ids} />
}

/** Says that it is not known whether the location is shared. */
function UnknownBar({ onRetry }: { onRetry: () => void }) {
  const text = useText()
  return (
    <TopBars order={4}>
      <RunningBar
        label={text('alerts.location.bar')}
        notice={
          <RunningBarNotice>
            <IconAlertTriangle size={20} stroke={2} aria-hidden="true" />
            <span role="alert">{text('alerts.location.loadFailed')}</span>
            <button type="button" aria-label={text('chrome.tryAgain')} onClick={onRetry}>
              <IconRefresh size={22} stroke={2} aria-hidden="true" />
            </button>
          </RunningBarNotice>
        }
      />
    </TopBars>
  )
}

function SharedBar({ ids }: { ids: readonly string[] }) {
  const text = useText()
  const cache = useQueryClient()
  const { mutate, isPending } = useChooseLocation()
  const [reportedIds, setReportedIds] = useState<readonly string[]>([])
  const [reason, setReason] = useState<LocationError>()
  // Another alert is reported at once, not with the next location.
  const key = ids.join(' ')
  useEffect(() => {
    const send = async ({ latitude, longitude, accuracy }: Location) => {
      const { alertIds } = await call(responderLocationRoutes.report, { body: { latitude, longitude, accuracy } })
      setReportedIds(alertIds)
      // The user ended it on another device, or chose that one.
      if (alertIds.length < key.split(' ').length) await cache.invalidateQueries({ queryKey: locationChoicesQuery.queryKey })
    }
    return reportLocations({
      watch: (onLocated) =>
        watchLocation((located) => {
          setReason(located.reason)
          onLocated(located.location)
        }),
      send,
    })
  }, [key, cache])
  return (
    <TopBars order={4}>
      <RunningBar
        label={text('alerts.location.bar')}
        notice={
          reason && (
            <RunningBarNotice>
              <IconAlertTriangle size={20} stroke={2} aria-hidden="true" />
              <span role="alert">{text(reason === 'denied' ? 'alerts.location.denied' : 'alerts.location.unknown')}</span>
            </RunningBarNotice>
          )
        }
      >
        <RunningBarName
          icon={IconMapPinShare}
          name={text(ids.every((id) => reportedIds.includes(id)) ? 'alerts.location.on' : 'alerts.location.waiting')}
          note={text('alerts.location.until', { count: ids.length })}
          onOpen={undefined}
        />
        <RunningBarButton
          icon={IconMapPinOff}
          label={text('alerts.location.stop')}
          isMain
          isDisabled={isPending}
          onClick={() => ids.forEach((alertId) => mutate({ alertId, isShared: false }))}
        />
      </RunningBar>
    </TopBars>
  )
}
