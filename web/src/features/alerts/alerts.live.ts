import { alertEvents } from '@noroshi/contract/alerts/alerts.events'
import { defineLive } from '../../platform/connection/live.ts'
import { alertStore } from './alert-store.ts'
import { accessEntity, answerEntity, countsEntity, handlingEntity, respondersEntity } from './alerts.entities.ts'
import { ledgerQuery } from './alerts.queries.ts'
import { notesQuery, respondersQuery } from './handling/handling.queries.ts'
import { locationChoicesQuery } from './handling/responder-locations.queries.ts'
import { receiveChangedAlert, receiveNewAlert, refetchSoon, removeAlert } from './receive-alerts.ts'

/** The event handlers of alerts. Each event is one change of the store. */
export const alertsLive = defineLive(alertEvents, {
  'alert:new_alert': receiveNewAlert,
  'alert:existing_alert': receiveChangedAlert,
  'alert:resolved': receiveChangedAlert,
  'alert:deleted': (cache, { alertId }) => removeAlert(cache, alertId),
  'alert:list_changed': refetchSoon,
  'alert:ledger': (cache, { alertId: id, version, counts, responders }) => {
    const store = alertStore(cache)
    store.put(countsEntity, { id, version, counts })
    store.put(respondersEntity, { id, version, responders })
    // Invalidates only an open ledger. Without this check each event of a flood would search all queries.
    for (const queryKey of [ledgerQuery(id).queryKey, respondersQuery(id).queryKey])
      if (cache.getQueryState(queryKey)) void cache.invalidateQueries({ queryKey })
  },
  'alert:answered': (cache, { alertId: id, ...answer }) => {
    alertStore(cache).put(answerEntity, { id, ...answer })
    // A user who cannot help shares no location for the alert any more.
    void cache.invalidateQueries({ queryKey: locationChoicesQuery.queryKey })
  },
  'alert:handled': (cache, { alertId: id, handling }) => {
    alertStore(cache).put(handlingEntity, { id, version: handling.version, handling })
    // A new assignee may read the private notes, and the one before may not.
    void cache.invalidateQueries({ queryKey: notesQuery(id).queryKey })
  },
  'alert:noted': (cache, { alertId }) => void cache.invalidateQueries({ queryKey: notesQuery(alertId).queryKey }),
  // A reminder changes no alert. The overlays show it.
  'alert:stalled': () => undefined,
  // A repeated alarm changes no alert. An unknown id means that an event was missed, so the lists are refetched.
  'alert:repeat': (cache, { alertIds }) => {
    const store = alertStore(cache)
    if (alertIds.some((id) => !store.get(accessEntity, id))) void cache.invalidateQueries({ queryKey: ['alerts', 'list'] })
  },
})
