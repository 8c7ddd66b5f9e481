import type { QueryClient } from '@tanstack/react-query'
import type { Alert, AlertViewer } from '@noroshi/contract/alerts/alerts.http'
import { alertEvents } from '@noroshi/contract/alerts/alerts.events'
import { messagingEvents } from '@noroshi/contract/messaging/messaging.events'
import { defineLive } from '../../platform/live.ts'
import { accessToken } from '../../platform/session.ts'
import { addMessage, changeAlert, knownViewer, mergeAlert } from './alert-cache.ts'
import { notedVersion, noteVersion } from './alert-versions.ts'
import { ledgerQuery, respondersQuery } from './alerts.queries.ts'
import { currentReader } from '../../platform/reader.ts'

/** What a new alert is to this reader: their own, or one that goes to them. undefined: signed in, but as whom is not known yet. */
function viewerOfNew({ raisedBy }: Alert): AlertViewer | undefined {
  const reader = currentReader()
  if (reader === null && accessToken() !== null) return undefined
  const isRaiser = reader !== null && raisedBy?.id === reader.id
  return { inAudience: reader !== null && !isRaiser, isRaiser, holdsToken: false, seenAt: null, answer: null }
}

/** The ledger has a version of its own, apart from the alert's. */
function isNewerLedger(cache: QueryClient, alertId: string, version: number): boolean {
  const key = `ledger ${alertId}`
  if (notedVersion(cache, key) >= version) return false
  noteVersion(cache, key, version)
  return true
}

/** One pure change of the cache per event; a version that is older than what is known changes nothing. */
export const alertsLive = defineLive(alertEvents, {
  'alert:new_alert': (cache, alert) => mergeAlert(cache, alert, viewerOfNew(alert)),
  'alert:existing_alert': (cache, alert) => mergeAlert(cache, alert),
  'alert:resolved': (cache, alert) => mergeAlert(cache, alert),
  'alert:ledger': (cache, { alertId, version, counts, responders }) => {
    if (!isNewerLedger(cache, alertId, version)) return
    changeAlert(cache, alertId, (alert) => ({ ...alert, counts }))
    if (responders.length > 0 || cache.getQueryState(respondersQuery(alertId).queryKey))
      cache.setQueryData(respondersQuery(alertId).queryKey, responders)
    // Only the list that is open asks again. In a flood nobody looks through all queries for one that was never there.
    const { queryKey } = ledgerQuery(alertId)
    if (cache.getQueryState(queryKey)) void cache.invalidateQueries({ queryKey })
  },
  'alert:answered': (cache, { alertId, seenAt, answer }) =>
    changeAlert(cache, alertId, (alert) => ({ ...alert, viewer: { ...alert.viewer, seenAt, answer } })),
  // Nothing about the alerts has changed. One that this page does not know was lost on its way: ask.
  'alert:repeat': (cache, { alertIds }) => {
    if (alertIds.some((id) => !knownViewer(cache, id))) void cache.invalidateQueries({ queryKey: ['alerts', 'list'] })
  },
})

const chatEvents = { 'messages:new_message': messagingEvents['messages:new_message'] }

/** The chats of alerts alone: every other thread is the messages' business. */
export const alertChatLive = defineLive(chatEvents, {
  'messages:new_message': (cache, message) => {
    if (message.alertId) addMessage(cache, message.alertId, message)
  },
})
