import type { QueryClient } from '@tanstack/react-query'
import type { Alert, AlertViewer } from '@noroshi/contract/alerts/alerts.http'
import { alertEvents } from '@noroshi/contract/alerts/alerts.events'
import { defineLive } from '../../platform/live.ts'
import { accessToken } from '../../platform/session.ts'
import { changeAlert, knownViewer, mergeAlert, mergeChange, removeAlert } from './alert-cache.ts'
import { knownVersion, recordVersion } from './alert-versions.ts'
import { refetchSoon } from './refetch-soon.ts'
import { ledgerQuery, respondersQuery } from './alerts.queries.ts'
import { currentUser } from '../../platform/current-user.ts'

/** The viewer's part of a new alert. undefined while the user is signed in but not loaded. */
function viewerOfNew({ raisedBy, isDrill }: Alert): AlertViewer | undefined {
  const reader = currentUser()
  if (reader === null && accessToken() !== null) return undefined
  const isRaiser = reader !== null && raisedBy?.id === reader.id
  return {
    inAudience: reader !== null && (!isRaiser || isDrill === true),
    isRaiser,
    holdsToken: false,
    seenAt: null,
    answer: null,
  }
}

/** Whether a ledger is newer than the known one. The ledger has its own version, separate from the version of the alert. */
function isNewerLedger(cache: QueryClient, alertId: string, version: number): boolean {
  const key = `ledger ${alertId}`
  if (knownVersion(cache, key) >= version) return false
  recordVersion(cache, key, version)
  return true
}

/** Applies the events of alerts to the cache. An event with an older version than the known one changes nothing. */
export const alertsLive = defineLive(alertEvents, {
  'alert:new_alert': (cache, alert) => mergeAlert(cache, alert, viewerOfNew(alert)),
  'alert:existing_alert': (cache, change) => mergeChange(cache, change),
  'alert:resolved': (cache, change) => mergeChange(cache, change),
  'alert:deleted': (cache, { alertId }) => removeAlert(cache, alertId),
  'alert:list_changed': refetchSoon,
  'alert:ledger': (cache, { alertId, version, counts, responders }) => {
    if (!isNewerLedger(cache, alertId, version)) return
    changeAlert(cache, alertId, (alert) => ({ ...alert, counts }))
    if (responders.length > 0 || cache.getQueryState(respondersQuery(alertId).queryKey))
      cache.setQueryData(respondersQuery(alertId).queryKey, responders)
    // Invalidates only an open ledger. Without this check each event of a flood would search all queries.
    const { queryKey } = ledgerQuery(alertId)
    if (cache.getQueryState(queryKey)) void cache.invalidateQueries({ queryKey })
  },
  'alert:answered': (cache, { alertId, seenAt, answer }) =>
    changeAlert(cache, alertId, (alert) => ({ ...alert, viewer: { ...alert.viewer, seenAt, answer } })),
  // A repeated alarm changes no alert. An unknown id means that an event was missed, so the lists are refetched.
  'alert:repeat': (cache, { alertIds }) => {
    if (alertIds.some((id) => !knownViewer(cache, id))) void cache.invalidateQueries({ queryKey: ['alerts', 'list'] })
  },
})
