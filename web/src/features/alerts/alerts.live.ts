import type { AlertViewer } from '@noroshi/contract/alerts/alerts.http'
import { alertEvents } from '@noroshi/contract/alerts/alerts.events'
import { messagingEvents } from '@noroshi/contract/messaging/messaging.events'
import { defineLive } from '../../platform/live.ts'
import { addMessage, changeAlert, mergeAlert } from './alert-cache.ts'
import { ledgerQuery, respondersQuery } from './alerts.queries.ts'

/** What a new alert is to those whom it goes to. */
const inAudience: AlertViewer = { inAudience: true, isRaiser: false, holdsToken: false, seenAt: null, answer: null }

/** One pure change of the cache per event; a version that is older than what is known changes nothing. */
export const alertsLive = defineLive(alertEvents, {
  'alert:new_alert': (cache, alert) => mergeAlert(cache, alert, inAudience),
  'alert:existing_alert': (cache, alert) => mergeAlert(cache, alert),
  'alert:resolved': (cache, alert) => mergeAlert(cache, alert),
  'alert:ledger': (cache, { alertId, version, counts, responders }) => {
    changeAlert(cache, alertId, (alert) => (alert.version > version ? alert : { ...alert, version, counts }))
    cache.setQueryData(respondersQuery(alertId).queryKey, responders)
    void cache.invalidateQueries({ queryKey: ledgerQuery(alertId).queryKey }) // only the list that is open asks again
  },
  'alert:answered': (cache, { alertId, seenAt, answer }) =>
    changeAlert(cache, alertId, (alert) => ({ ...alert, viewer: { ...alert.viewer, seenAt, answer } })),
})

/** The chats of alerts; other threads come with their features. */
export const alertChatLive = defineLive(messagingEvents, {
  'messages:new_message': (cache, message) => {
    if (message.alertId) addMessage(cache, message.alertId, message)
  },
})
