import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { QuietHours } from '@noroshi/contract/accounts/quiet-hours'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import { setAlarmShown } from '../features/alerts/shown-alarm.ts'
import { messagingLive } from '../features/messaging/messaging.live.ts'
import '../features/messaging/message-hints.ts' // so that a hint does not wait for its code
import { setMessageSound } from '../features/messaging/message-sound.ts'
import { setOpenThread } from '../features/messaging/open-thread.ts'
import { aMessage, aThread, person } from '../features/messaging/testing/fake-threads.ts'
import { messagingStore, receiveThread } from '../features/messaging/thread-store.ts'
import { createReceiver } from '../platform/connection/live.ts'
import { newId } from '../platform/ids.ts'
import { setCurrentUser } from '../platform/session/current-user.ts'
import { clearStored } from '../platform/session/storage.ts'
import { renderPage } from '../testing/render-page.tsx'
import { MessageHints } from './message-hints.tsx'

const { playTones, push } = vi.hoisted(() => ({ playTones: vi.fn<() => void>(), push: { state: 'off' } }))
vi.mock('../platform/audio/tones.ts', () => ({ playTones }))
vi.mock('../platform/push/push.ts', () => ({ usePushState: () => push.state }))

const me = person('Ben')
const thread = aThread(1)
const settings = { mutedUntil: null, isPinned: false, archivedSeq: null, isMarkedUnread: false, version: 1 }
/** Quiet hours at any time of the day but one minute. */
const always: QuietHours = { from: '00:00', to: '23:59', timeZone: 'UTC' }

beforeEach(() => setCurrentUser({ id: me.id, isAdmin: false }))
afterEach(() => {
  push.state = 'off'
  setMessageSound(true) // a logout keeps it
  setAlarmShown(false)
  setOpenThread(null)
  setCurrentUser(null)
  clearStored()
  vi.useRealTimers()
  vi.restoreAllMocks()
  playTones.mockReset()
})

/** Renders the hints of Ben and returns the function that delivers a message to the page. */
async function start(known: readonly MessageThread[] = [thread], quietHours: QuietHours | null = null) {
  const { cache, router } = await renderPage(<MessageHints myId={me.id} quietHours={quietHours} />)
  for (const each of known) receiveThread(messagingStore(cache), each)
  const receiver = createReceiver(cache, [messagingLive])
  const receive = (changes: Partial<Message> = {}, isCatchUp = false) =>
    receiver('messages:new_message', aMessage(thread, 1, undefined, { id: newId(), ...changes }), newId(), { isCatchUp })
  return { receive, router }
}
const hints = page.getByRole('status').getByRole('link')
const expectNone = async () => {
  await new Promise((resolve) => setTimeout(resolve, 50)) // a hint would be rendered by then
  await expect.element(hints).not.toBeInTheDocument()
  expect(playTones).not.toHaveBeenCalled()
}

test('a message outside of the open thread shows a hint with its first line and sounds, and a click opens the thread', async () => {
  const { receive, router } = await start()
  receive({ text: 'the bridge is open\nagain' })
  await expect.element(hints.getByText('the bridge is open')).toBeInTheDocument()
  await expect.element(hints.getByText('Aiko')).toBeInTheDocument()
  expect(playTones).toHaveBeenCalledTimes(1)
  await hints.click()
  expect(router.history.location.pathname).toBe(`/messages/${thread.id}`)
  await expect.element(hints).not.toBeInTheDocument()
})

test('the newest message replaces the hint, which closes by itself and by its button', async () => {
  const { receive } = await start()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  receive({ text: 'first' })
  receive({ text: 'second' })
  await expect.element(hints.getByText('second')).toBeInTheDocument()
  expect(hints.elements()).toHaveLength(1)
  vi.advanceTimersByTime(7_000)
  await expect.element(hints).not.toBeInTheDocument()
  receive({ text: 'third' })
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.element(hints).not.toBeInTheDocument()
})

test('no hint is shown while the list of chats is on the screen, and it sounds', async () => {
  const { receive, router } = await start()
  await router.navigate({ to: '/messages' })
  receive()
  await expect.poll(() => playTones.mock.calls.length).toBe(1)
  await expect.element(hints).not.toBeInTheDocument()
})

test('the hint of a group has its name and the sender', async () => {
  const group = aThread(2, { isGroup: true })
  const { receive } = await start([group])
  receive({ MessageThreadId: group.id, isGroupMessage: true, text: 'meet at the hall' })
  await expect.element(hints).toHaveTextContent('Group 2Aiko: meet at the hall')
})

test.each<[string, Partial<Message>, boolean?]>([
  ['a message of the user', { SenderId: me.id, sender: me }],
  ['a radio message', { messageType: 'asrChat' }],
  ['a message of an alert', { messageType: 'alertChat' }],
  ['a message that was fetched after a disconnection', {}, true],
])('%s has no hint', async (_name, changes, isCatchUp) => {
  const { receive } = await start()
  receive(changes, isCatchUp)
  await expectNone()
})

test('a muted group has no hint, except of a message that mentions the user', async () => {
  const group = aThread(2, { isGroup: true, settings: { ...settings, mutedUntil: 'forever' } })
  const { receive } = await start([group])
  const message = { MessageThreadId: group.id, isGroupMessage: true }
  receive(message)
  await expectNone()
  receive({ ...message, text: '@Ben come', mentions: [{ userId: me.id, start: 0, length: 4 }] })
  await expect.element(hints).toBeInTheDocument()
})

test('quiet hours have no hint', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-21T12:00:00Z') })
  const { receive } = await start([thread], always)
  receive()
  await expectNone()
})

test('the open thread and the time of an alarm have no hint', async () => {
  const { receive } = await start()
  setOpenThread(thread.id)
  receive()
  await expectNone()
  setOpenThread(null)
  setAlarmShown(true)
  receive()
  await expectNone()
})

test('a hint has no sound where the user turned it off, and one for each message of the device', async () => {
  const { receive } = await start()
  const id = newId()
  receive({ id })
  receive({ id })
  await expect.element(hints).toBeInTheDocument()
  expect(playTones).toHaveBeenCalledTimes(1)
  setMessageSound(false)
  receive({ text: 'silent' })
  await expect.element(hints.getByText('silent')).toBeInTheDocument()
  expect(playTones).toHaveBeenCalledTimes(1)
})

/** Hides the page. Returns the titles and bodies of the notifications that it shows. */
function hide(permission: NotificationPermission) {
  const shown: string[] = []
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  vi.spyOn(Notification, 'permission', 'get').mockReturnValue(permission)
  const showNotification = async (title: string, { body = '' }: NotificationOptions) => void shown.push(`${title}: ${body}`)
  const registration = { active: {}, showNotification } as unknown as ServiceWorkerRegistration // what a page uses of it
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(registration)
  return shown
}

test.each<[string, string, NotificationPermission, readonly string[], number]>([
  ['without push and with permission: a notification', 'serverOff', 'granted', ['Aiko: hello'], 0],
  ['without push and permission: a sound', 'serverOff', 'default', [], 1],
  ['with push: nothing, because the push does it', 'on', 'granted', [], 0],
  ['with notifications that the user turned off: a sound', 'off', 'granted', [], 1],
])('a hidden page %s', async (_name, state, permission, notifications, sounds) => {
  push.state = state
  const { receive } = await start()
  const shown = hide(permission)
  receive({ text: 'hello' })
  await new Promise((resolve) => setTimeout(resolve, 700)) // a visible page could take it before
  expect(shown).toEqual(notifications)
  expect(playTones).toHaveBeenCalledTimes(sounds)
  await expect.element(hints).not.toBeInTheDocument()
})
