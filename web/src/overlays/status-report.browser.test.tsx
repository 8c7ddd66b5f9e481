import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { alertStore, receiveAlert } from '../features/alerts/alert-store.ts'
import { fakeAlert } from '../features/alerts/testing/fake-alerts.ts'
import { markSeen } from '../features/alerts/thread-marks.ts'
import { aMessage, aThread } from '../features/messaging/testing/fake-threads.ts'
import { createReceiver } from '../platform/connection/live.ts'
import { renderPage } from '../testing/render-page.tsx'
import { StatusReports } from './status-report.tsx'

const drill = fakeAlert(1, { isDrill: true, resolvedAt: '2026-11-21T09:10:00.000Z' })
const sos = fakeAlert(2, { resolvedAt: '2026-11-21T09:10:00.000Z' })

const photo: Message['messageMedias'][number] = {
  id: '01980000-0000-7000-8000-00000000f11e',
  type: 'image/jpeg',
  mediaUrl: '/backend/media/bridge.jpg',
  previewUrl: null,
  width: 4,
  height: 3,
  size: 10,
  previewName: 'bridge.jpg',
}

/** Makes the document report this state, as a browser does when the user changes the tab. */
function setVisibility(state: 'visible' | 'hidden') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
})

interface Arrived {
  readonly alert: AlertForViewer
  /** The alerts that the device has stored. */
  readonly stored?: readonly AlertForViewer[]
  /** Fields of the message that replace those of a text message. */
  readonly content?: Partial<Message>
}

/** Shows the report of a message about `alert`. */
function PageWithReport({ alert, stored = [alert], content }: Arrived) {
  const cache = useQueryClient()
  useEffect(() => {
    for (const each of stored) receiveAlert(alertStore(cache), each)
    const base = { ...aMessage(aThread(1), 1), messageType: 'alertChat' as const, alertId: alert.id, text: 'Everybody is safe' }
    createReceiver(cache, [])('messages:new_message', { ...base, ...content }, 'event', { isCatchUp: false })
  }, [cache, alert, stored, content])
  return <StatusReports myId={null} />
}

const report = page.getByRole('dialog')

test('a member who gets a message about a resolved drill reads that it is about a drill', async () => {
  await renderPage(<PageWithReport alert={drill} />)
  await expect.element(report).toHaveAccessibleName('Message about a drill')
})

test('a member who gets a message about a resolved SOS reads that it is a status report', async () => {
  await renderPage(<PageWithReport alert={sos} />)
  await expect.element(report).toHaveAccessibleName('Alert status report')
})

test('a member whose device does not have the drill reads that it is about a drill', async () => {
  const request = vi.fn(() => Promise.resolve(Response.json(drill)))
  vi.stubGlobal('fetch', request)
  await renderPage(<PageWithReport alert={drill} stored={[]} />)
  await expect.element(report).toHaveAccessibleName('Message about a drill')
  expect(request).toHaveBeenCalledOnce()
})

test.each<[string, Partial<Message>, string]>([
  ['a photo', { text: '', messageMedias: [photo] }, 'Sent a file'],
  ['a location', { text: '', latitude: 38.2, longitude: 140.8 }, 'Sent a location'],
])('a member who gets %s without a text reads what was sent', async (_what, content, said) => {
  await renderPage(<PageWithReport alert={sos} content={content} />)
  await expect.element(report).toMatchTextContent(said)
})

test('a report waits in a hidden tab until the user returns to it', async () => {
  setVisibility('hidden')
  await renderPage(<PageWithReport alert={sos} />)
  expect(localStorage.getItem('alertChatSeen')).toBeNull()
  await expect.element(report).not.toBeInTheDocument()
  setVisibility('visible')
  await expect.element(report).toMatchTextContent('Everybody is safe')
})

test('a report in a visible window without the focus is not marked as seen until the window has the focus', async () => {
  const hasFocus = vi.spyOn(document, 'hasFocus').mockReturnValue(false)
  await renderPage(<PageWithReport alert={sos} />)
  await expect.element(report).toMatchTextContent('Everybody is safe')
  expect(localStorage.getItem('alertChatSeen')).toBeNull()
  hasFocus.mockReturnValue(true)
  window.dispatchEvent(new Event('focus'))
  expect(localStorage.getItem('alertChatSeen')).not.toBeNull()
  await expect.element(report).toBeVisible()
})

test('a report that the user has seen in another tab does not open when the user returns to this one', async () => {
  setVisibility('hidden')
  await renderPage(<PageWithReport alert={sos} />)
  const { MessageThreadId, seq } = aMessage(aThread(1), 1)
  markSeen(MessageThreadId, seq)
  setVisibility('visible')
  await expect.element(report).not.toBeInTheDocument()
})
