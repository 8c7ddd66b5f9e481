import type { QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { messageEntity } from '../../features/messaging/messaging.entities.ts'
import { aThread } from '../../features/messaging/testing/fake-threads.ts'
import { messagingStore } from '../../features/messaging/thread-store.ts'
import { RadioHistoryList } from '../../features/radio/components/radio-history-list.tsx'
import { RadioLog } from '../../features/radio/components/radio-log.tsx'
import type { RadioRoom, RadioView } from '../../features/radio/media/radio-room.ts'
import { RadioContext } from '../../features/radio/radio-context.ts'
import { radioEntities } from '../../features/radio/radio.entities.ts'
import { useLiveRadio } from '../../features/radio/radio.queries.ts'
import { radioStore } from '../../features/radio/radio-store.ts'
import { aiko, aMessage, aRadioChat, idOf, me, person, threadId } from '../../features/radio/testing/fake-radio.ts'
import { useTalkKeys } from '../../features/radio/use-talk-press.ts'
import { createReceiver } from '../../platform/connection/live.ts'
import { setQueryCache } from '../../platform/connection/query-cache.ts'
import { outbox } from '../../platform/outbox/outbox.ts'
import { setCurrentUser } from '../../platform/session/current-user.ts'
import { setAccessToken, setSessionUser } from '../../platform/session/session.ts'
import { clearStored } from '../../platform/session/storage.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { wav } from '../../testing/wav.ts'
import '../messages-live.ts'
import { RadioTools } from './radio-tools.tsx'

const CANARY = 'the canary is in the mine'
const view: RadioView = {
  state: 'idle',
  position: null,
  isLocked: false,
  isConnected: true,
  isJoined: true,
  refusal: null,
  isMicrophoneOpen: false,
  hasLiveSound: true,
  draft: null,
  isInterrupted: false,
  notice: null,
}
const talk = { hold: vi.fn(), letGo: vi.fn() }
// `as`: the page reads nothing else of a room
const room = talk as unknown as RadioRoom
const thread = aThread(1, { id: threadId, isGroup: true })

let sound = ''
let messages: readonly Message[] = []
let hiddenIds: readonly string[] = []
/** The reply to a change; null: there is no connection. */
let changed: Message | null = null

const said = (seq: number, text: string, from: string): Message => ({
  ...aMessage(seq, { text, SenderId: from, sender: person(from) }),
  radio: { radioChatId: idOf(3, 1), durationMs: 2_000, language: 'en', transcription: 'complete', isCorrected: false },
  messageMedias: [
    {
      id: idOf(5, seq),
      type: 'audio/webm',
      mediaUrl: sound,
      previewUrl: null,
      width: null,
      height: null,
      size: 1,
      previewName: 'radio.webm',
    },
  ],
})
const deletedBy = (message: Message, id: string): Message => ({
  ...message,
  text: '',
  messageMedias: [],
  version: message.version + 1,
  deletion: { at: message.createdAt, by: person(id) },
})

function replyTo({ pathname }: URL): unknown {
  if (pathname.endsWith('/live')) return { radioChat: aRadioChat(), floor: null, messages }
  if (pathname.endsWith('/history')) return { items: messages, nextCursor: null }
  if (pathname.endsWith('/hidden')) return { messageIds: hiddenIds }
  return { items: [], nextCursor: null, messageIds: [], userIds: [], deliveredSeq: 0 }
}

function Log() {
  const { live } = useLiveRadio(threadId)
  return live ? <RadioLog messages={live.messages} floor={live.floor} tools={RadioTools} /> : null
}

function Page({ isHistory }: { isHistory: boolean }) {
  useTalkKeys(room)
  const radio = useMemo(() => ({ thread, name: 'Night watch', myId: me, room, view }), [])
  return (
    <RadioContext value={radio}>
      <div style={{ height: 400, display: 'flex', flexDirection: 'column' }}>
        {isHistory ? <RadioHistoryList tools={RadioTools} /> : <Log />}
      </div>
    </RadioContext>
  )
}

async function open(isHistory = false): Promise<QueryClient> {
  const { cache } = await renderPage(<Page isHistory={isHistory} />)
  setQueryCache(cache)
  await expect.element(line(1)).toBeVisible()
  return cache
}

/** Applies an event of the server. */
const receive = (cache: QueryClient, name: string, payload: Message) =>
  createReceiver(cache, [])(name, payload, `${name} ${payload.id} ${payload.version}`, { isCatchUp: false })

const log = page.getByRole('group', { name: 'Radio messages' })
const line = (seq: number) => log.getByRole('listitem').nth(seq - 1)
const menu = page.getByRole('menu')
const item = (name: string) => menu.getByRole('menuitem', { name, exact: true })
const itemNames = () =>
  menu
    .getByRole('menuitem')
    .elements()
    .map((element) => element.getAttribute('aria-label') ?? element.textContent)
    .filter((name) => !name?.startsWith('React with'))
const focusedSeq = () => (document.activeElement instanceof HTMLElement ? document.activeElement.dataset['seq'] : undefined)

function touch(type: 'pointerdown' | 'pointerup', target: Element): void {
  const { left, top } = target.getBoundingClientRect()
  target.dispatchEvent(
    new PointerEvent(type, {
      pointerId: 7,
      pointerType: 'touch',
      isPrimary: true,
      bubbles: true,
      clientX: left + 5,
      clientY: top + 5,
    }),
  )
}

beforeEach(() => {
  sound = URL.createObjectURL(wav(2))
  messages = [said(1, 'water at the school', aiko), said(2, CANARY, me)]
  hiddenIds = []
  changed = null
  vi.spyOn(window, 'fetch').mockImplementation(async (request, init) => {
    const sent = new Request(request, init)
    if (sent.method === 'GET') return Response.json(replyTo(new URL(sent.url)))
    if (!changed || !sent.url.includes('/messages/')) throw new TypeError('no network')
    return Response.json(changed)
  })
  setAccessToken('token')
  setSessionUser('token', me)
  setCurrentUser({ id: me, isAdmin: false })
})
afterEach(async () => {
  await outbox.discardOfUsers()
  URL.revokeObjectURL(sound)
  clearStored()
  setCurrentUser(null)
  vi.restoreAllMocks()
  vi.clearAllMocks()
})

test('the arrow keys move to a transmission, Enter opens its menu, and the space bar still talks', async () => {
  await open()
  log.element().focus()
  await userEvent.keyboard('{ArrowUp}')
  expect(focusedSeq()).toBe('2')
  await userEvent.keyboard('{ArrowUp}')
  expect(focusedSeq()).toBe('1')
  await userEvent.keyboard(' ')
  expect(talk.hold).toHaveBeenCalledOnce()
  expect(menu.query()).toBeNull()
  await userEvent.keyboard('{Enter}')
  await expect.element(menu).toBeVisible()
  // No reply, edit, pin and selection, which the radio does not show.
  expect(itemNames()).toEqual(['More emoji', 'Copy text', 'Forward', 'Hide for me', 'Report'])
  await userEvent.keyboard('{Escape}')
  await expect.element(menu).not.toBeInTheDocument()
  expect(focusedSeq()).toBe('1')
})

test('a right click on an own transmission offers its info and its deletion', async () => {
  await open()
  await line(2).click({ button: 'right' })
  await expect.element(menu).toBeVisible()
  expect(itemNames()).toEqual(['More emoji', 'Copy text', 'Forward', 'Info', 'Hide for me', 'Delete for everyone'])
  expect(talk.hold).not.toHaveBeenCalled()
})

test('a long press opens the menu, also on the button of the player, whose tap plays', async () => {
  await open()
  const play = line(1).getByRole('button', { name: /^Play 0:02/ })
  touch('pointerdown', play.element())
  await expect.element(menu).toBeVisible()
  touch('pointerup', play.element())
  play.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })) // the browser sends it after a touch
  expect(line(1).element().querySelector('audio')?.paused).toBe(true)
  await userEvent.keyboard('{Escape}')
  await play.click()
  await expect.poll(() => line(1).element().querySelector('audio')?.paused).toBe(false)
  expect(menu.query()).toBeNull()
})

test('a mouse over a transmission shows the button of its menu beside the player', async () => {
  await open()
  await line(1).getByText('water at the school').hover()
  const tools = () => document.querySelector('[data-tools]')?.getBoundingClientRect()
  const player = line(1).getByRole('button', { name: /^Play/ })
  await expect.poll(() => tools()?.right).toBeLessThanOrEqual(player.element().getBoundingClientRect().left)
})

test('without a connection, a reaction and a deletion show at once; of the deleted transmission, nothing stays', async () => {
  await open()
  await line(1).click({ button: 'right' })
  await item('React with 👍').click()
  await expect.element(line(1).getByRole('button', { name: '👍, 1 person' })).toHaveAttribute('aria-pressed', 'true')
  await line(2).click({ button: 'right' })
  await item('Delete for everyone').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.element(line(2).getByText('You deleted this message')).toBeVisible()
  expect(line(2).getByRole('button').query()).toBeNull()
  expect(document.body.textContent).not.toContain(CANARY)
})

test('the reply to a change shows it, before any event', async () => {
  const cache = await open()
  const [first] = messages
  changed = first ? { ...first, version: 2, reactions: [{ emoji: '👍', count: 5, userIds: [me] }] } : null
  await line(1).click({ button: 'right' })
  await item('React with 👍').click()
  await expect.element(line(1).getByRole('button', { name: '👍, 5 people' })).toBeVisible()
  expect(outbox.refused()).toEqual([])
  expect(messagingStore(cache).ids(messageEntity)).toEqual([]) // the chat has no transmissions
})

test.each(['the radio chat', 'the history'])(
  'a transmission that another member deletes stays as a placeholder in %s',
  async (where) => {
    const cache = await open(where === 'the history')
    const spoken = said(3, CANARY, aiko)
    messages = messages.slice(0, 1)
    receive(cache, 'messages:new_message', spoken)
    await expect.element(log.getByText(CANARY).last()).toBeVisible()
    for (const message of [said(2, CANARY, me), spoken]) receive(cache, 'messages:updated', deletedBy(message, aiko))
    const note = log.getByText(/deleted this message$/)
    await expect.poll(() => note.elements()).toHaveLength(2)
    // Nor what was announced to screen readers.
    expect(document.body.textContent).not.toContain(CANARY)
    const store = radioStore(cache)
    const kept = radioEntities.flatMap((type) => store.ids(type).map((id) => JSON.stringify(store.row(type, id))))
    expect(kept.join('\n')).not.toContain(CANARY)
  },
)

test('a hidden transmission is shown again by its button', async () => {
  hiddenIds = [idOf(4, 2)]
  await open()
  await expect.poll(() => line(2).element().textContent).toMatch(/Hidden messageShow again$/)
  expect(document.body.textContent).not.toContain(CANARY)
  await line(2).getByRole('button', { name: 'Show again' }).click()
  await expect.element(line(2).getByText(CANARY)).toBeVisible()
})
