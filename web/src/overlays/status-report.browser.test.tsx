import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { alertStore, receiveAlert } from '../features/alerts/alert-store.ts'
import { fakeAlert } from '../features/alerts/testing/fake-alerts.ts'
import { aMessage, aThread } from '../features/messaging/testing/fake-threads.ts'
import { createReceiver } from '../platform/live.ts'
import { renderPage } from '../testing/render-page.tsx'
import { StatusReports } from './status-report.tsx'

const drill = fakeAlert(1, { isDrill: true, resolvedAt: '2026-11-21T09:10:00.000Z' })
const sos = fakeAlert(2, { resolvedAt: '2026-11-21T09:10:00.000Z' })

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

/** Shows the report of a message about `alert` on a device that has stored the alerts `stored`. */
function PageWithReport({ alert, stored }: { alert: AlertForViewer; stored: readonly AlertForViewer[] }) {
  const cache = useQueryClient()
  useEffect(() => {
    for (const each of stored) receiveAlert(alertStore(cache), each)
    const message = { ...aMessage(aThread(1), 1), messageType: 'alertChat', alertId: alert.id, text: 'Everybody is safe' }
    createReceiver(cache, [])('messages:new_message', message, 'event', { isCatchUp: false })
  }, [cache, alert, stored])
  return <StatusReports myId={null} />
}

const report = page.getByRole('dialog')

test('a member who gets a message about a resolved drill reads that it is about a drill', async () => {
  await renderPage(<PageWithReport alert={drill} stored={[drill]} />)
  await expect.element(report).toHaveAccessibleName('Message about a drill')
})

test('a member who gets a message about a resolved SOS reads that it is a status report', async () => {
  await renderPage(<PageWithReport alert={sos} stored={[sos]} />)
  await expect.element(report).toHaveAccessibleName('Alert status report')
})

test('a member whose device does not have the drill reads that it is about a drill', async () => {
  const request = vi.fn(() => Promise.resolve(Response.json(drill)))
  vi.stubGlobal('fetch', request)
  await renderPage(<PageWithReport alert={drill} stored={[]} />)
  await expect.element(report).toHaveAccessibleName('Message about a drill')
  expect(request).toHaveBeenCalledOnce()
})
