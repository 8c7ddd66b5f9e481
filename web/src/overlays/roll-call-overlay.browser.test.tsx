import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { RollCallForViewer } from '@noroshi/contract/roll-calls/roll-calls'
import { meQuery } from '../features/accounts/accounts.queries.ts'
import { setAlarmShown } from '../features/alerts/shown-alarm.ts'
import { rollCallsLive } from '../features/roll-calls/roll-calls.live.ts'
import { openRollCallsQuery } from '../features/roll-calls/roll-calls.queries.ts'
import { fakeAnswer, fakeDependant, fakeRollCall } from '../features/roll-calls/testing/fake-roll-calls.ts'
import { createReceiver } from '../platform/connection/live.ts'
import { setQueryCache } from '../platform/connection/query-cache.ts'
import { newId } from '../platform/ids.ts'
import { outbox } from '../platform/outbox/outbox.ts'
import { rollCallHref } from '../platform/paths/paths.ts'
import { setAccessToken, setSessionUser } from '../platform/session/session.ts'
import { clearStored } from '../platform/session/storage.ts'
import { renderPage } from '../testing/render-page.tsx'
import './roll-call-question.tsx' // so that a question does not wait for its code
import { RollCallOverlay } from './roll-call-overlay.tsx'

const MY_ID = '01990004-0000-7000-8000-000000000777'
const json = (body: unknown) => new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })

/** The answers that the server has received. */
let answers: unknown[] = []
/** How often the server was told that the user opened a question. */
let seen = 0

/** Opens a page of Ben, whom the server asks these questions. `later`: further ones that it knows. */
async function start(open: readonly RollCallForViewer[], later: readonly RollCallForViewer[] = []) {
  answers = []
  seen = 0
  vi.spyOn(window, 'fetch').mockImplementation(async (address, init) => {
    const url = String(address instanceof Request ? address.url : address)
    if (url.includes('/users/me')) return json({ id: MY_ID, firstName: 'Ben' })
    if (url.includes('/answer')) {
      const body = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as {
        state: 'safe'
        personId?: string
      }
      answers.push(body)
      const known = [...open, ...later].find(({ id }) => url.includes(id)) ?? fakeRollCall(1)
      const answer = fakeAnswer(body.state, { source: 'proxy' })
      const dependants = known.viewer.dependants?.map((each) =>
        each.id === body.personId ? { ...each, answer, version: 1 } : each,
      )
      if (dependants && body.personId !== undefined) return json({ ...known, viewer: { ...known.viewer, dependants } })
      return json({ ...known, viewer: { ...known.viewer, answer: fakeAnswer(body.state), version: 5 } })
    }
    if (url.includes('/seen')) {
      seen++
      return json(open[0])
    }
    return json({ items: open, nextCursor: null })
  })
  setAccessToken('token')
  setSessionUser('token', MY_ID)
  const { cache, router } = await renderPage(<RollCallOverlay />)
  cache.setQueryData(meQuery.queryKey, { id: MY_ID } as never) // `as`: the overlay reads the id alone
  setQueryCache(cache)
  const receiver = createReceiver(cache, [rollCallsLive])
  const repeat = (rollCallIds: string[]) => receiver('roll-call:repeat', { rollCallIds }, newId(), { isCatchUp: false })
  const see = (rollCallId: string, seenAt: string) => {
    const viewer = { isAsked: true, seenAt, answer: null, version: 9 }
    receiver('roll-call:answered', { rollCallId, viewer }, newId(), { isCatchUp: false })
  }
  const end = (rollCall: RollCallForViewer) =>
    receiver('roll-call:ended', { ...rollCall, closedAt: rollCall.createdAt, version: 9 }, newId(), { isCatchUp: false })
  return { cache, repeat, see, end, router }
}

beforeEach(() => clearStored())
afterEach(() => {
  for (const { id } of outbox.refused()) outbox.discard(id)
  clearStored()
  setAlarmShown(false)
  vi.restoreAllMocks()
})

const urgent = fakeRollCall(2, { isUrgent: true, title: 'Tsunami: are you safe?' })
const normal = fakeRollCall(3)
const alarm = page.getByRole('alertdialog', { name: 'Roll-call' })
const notice = page.getByRole('dialog', { name: 'Roll-call' })

test('one press on an urgent question answers it', async () => {
  await start([urgent])
  await expect.element(alarm.getByText(urgent.title)).toBeVisible()
  const safe = alarm.getByRole('button', { name: 'Safe', exact: true })
  await expect.element(safe).not.toHaveAttribute('aria-disabled') // clicks that were meant for the page below
  await safe.click()
  await expect.element(page.getByRole('dialog', { name: 'Your answer: Safe' })).toBeVisible()
  await expect.element(alarm).not.toBeInTheDocument()
  await expect.poll(() => answers).toMatchObject([{ state: 'safe' }])
})

test('one press answers for a dependant, also after the own answer, and a repeated question asks for the silent ones alone', async () => {
  const [sora, mother] = [fakeDependant(1, { name: 'Sora' }), fakeDependant(2, { name: 'Mother' })]
  const asked = { ...urgent, viewer: { ...urgent.viewer, dependants: [sora, mother] } }
  const { repeat, cache } = await start([asked])
  const ofSora = alarm.getByRole('group', { name: 'Is Sora safe?' }).getByRole('button', { name: 'Injured' })
  await expect.element(ofSora).not.toHaveAttribute('aria-disabled')
  await ofSora.click()
  await expect.poll(() => answers).toMatchObject([{ state: 'injured', personId: sora.id }])
  await expect.element(alarm).toBeVisible()
  await alarm.getByRole('group', { name: 'Are you safe?' }).getByRole('button', { name: 'Safe', exact: true }).click()
  const answered = page.getByRole('dialog', { name: 'Your answer: Safe' })
  await expect.element(answered.getByRole('group', { name: 'Is Mother safe?' })).toBeVisible()
  await answered.getByRole('button', { name: 'Close' }).last().click()
  await expect.element(alarm).not.toBeInTheDocument()
  await expect.poll(() => cache.getQueryData(openRollCallsQuery.queryKey)?.items[0]?.viewer.answer?.state).toBe('safe')
  repeat([asked.id])
  await expect.element(alarm.getByText('Your answer: Safe')).toBeVisible()
  await expect.element(alarm.getByRole('group', { name: 'Are you safe?' })).not.toBeInTheDocument()
  await expect.element(alarm.getByRole('group', { name: 'Is Mother safe?' })).toBeVisible()
})

test('the keyboard reaches the three answers, and a blind key press answers nothing', async () => {
  await start([urgent])
  await expect.element(alarm).toBeVisible()
  await userEvent.keyboard('{Enter}')
  expect(answers).toEqual([])
  const injured = alarm.getByRole('button', { name: 'Injured' })
  await expect.element(injured).not.toHaveAttribute('aria-disabled')
  injured.element().focus()
  await expect
    .poll(async () => {
      await userEvent.keyboard('{Enter}')
      return answers
    })
    .toMatchObject([{ state: 'injured' }])
})

test('a question for later answers nothing, and comes back when it is repeated', async () => {
  const { repeat } = await start([normal])
  const later = notice.getByRole('button', { name: 'Answer later' })
  await expect.element(notice.getByRole('button', { name: 'Safe', exact: true })).not.toHaveAttribute('aria-disabled')
  await later.click()
  await expect.element(notice).not.toBeInTheDocument()
  repeat([normal.id])
  await expect.element(notice).toBeVisible()
  expect(answers).toEqual([])
})

test('details are kept until the user discards or sends them', async () => {
  await start([urgent])
  const help = alarm.getByRole('button', { name: 'Need help' })
  await expect.element(help).not.toHaveAttribute('aria-disabled')
  await help.click()
  const answered = page.getByRole('dialog', { name: 'Your answer: Need help' })
  await expect.element(answered.getByRole('button', { name: 'Raise an SOS' })).toBeVisible()
  await answered.getByRole('button', { name: 'Add details' }).click()
  const details = page.getByRole('dialog', { name: 'Add details' })
  await details.getByRole('textbox', { name: 'Note' }).fill('my leg')
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(details.getByRole('textbox', { name: 'Note' })).toHaveValue('my leg')
  await details.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => answers).toMatchObject([{ state: 'needHelp' }, { state: 'needHelp', note: 'my leg' }])
  await expect.element(details).not.toBeInTheDocument()
})

test.each([
  ['the asker', { askedBy: { ...urgent.askedBy, id: MY_ID } }],
  ['a member who has answered', { viewer: { ...urgent.viewer, answer: fakeAnswer('safe'), version: 1 } }],
  ['a keeper who is not asked', { viewer: { ...urgent.viewer, isAsked: false, isKeeper: true } }],
])('%s sees no question', async (_who, changes) => {
  await start([{ ...urgent, ...changes }, normal])
  await expect.element(notice.getByText(normal.title)).toBeVisible()
  await expect.element(alarm).not.toBeInTheDocument()
})

const stopSound = alarm.getByRole('button', { name: 'Stop sound' })

test('the sound of a question ends when the user opens it on another device, also after it is repeated', async () => {
  const { repeat, see } = await start([urgent])
  await expect.element(stopSound).toBeVisible()
  see(urgent.id, '2026-11-21T09:05:00.000Z')
  await expect.element(stopSound).not.toBeInTheDocument()
  repeat([urgent.id])
  await expect.element(stopSound).toBeVisible()
  see(urgent.id, '2026-11-21T09:10:00.000Z')
  await expect.element(stopSound).not.toBeInTheDocument()
})

test('a user who touches a repeated question ends its alarm on all devices', async () => {
  const opened = { ...urgent, viewer: { ...urgent.viewer, seenAt: '2026-11-21T09:05:00.000Z', version: 1 } }
  const { repeat } = await start([opened])
  await expect.element(alarm).toBeVisible()
  repeat([urgent.id])
  const later = alarm.getByRole('button', { name: 'Answer later' })
  await expect.element(alarm.getByRole('button', { name: 'Safe', exact: true })).not.toHaveAttribute('aria-disabled')
  await later.click()
  await expect.poll(() => seen).toBe(1)
})

test('a repeated question is shown on its own page too', async () => {
  const { repeat, router } = await start([urgent])
  await expect.element(alarm).toBeVisible()
  router.history.push(rollCallHref(urgent.id))
  await expect.element(alarm).not.toBeInTheDocument()
  repeat([urgent.id])
  await expect.element(stopSound).toBeVisible()
})

test('an urgent question covers only a part of the page while the banner of an alarm is shown', async () => {
  setAlarmShown(true)
  await start([urgent])
  await expect.element(notice.getByText(urgent.title)).toBeVisible()
  await expect.element(alarm).not.toBeInTheDocument()
  setAlarmShown(false)
  await expect.element(alarm.getByText(urgent.title)).toBeVisible()
})

test('typed details are kept while the user answers another question', async () => {
  const { cache } = await start([normal], [urgent])
  const safe = notice.getByRole('button', { name: 'Safe', exact: true })
  await expect.element(safe).not.toHaveAttribute('aria-disabled')
  await safe.click()
  await page.getByRole('button', { name: 'Add details' }).click()
  const details = page.getByRole('dialog', { name: 'Add details' })
  await details.getByRole('textbox', { name: 'Note' }).fill('my leg')
  cache.setQueryData(openRollCallsQuery.queryKey, { items: [urgent], nextCursor: null })
  const injured = alarm.getByRole('button', { name: 'Injured' })
  await expect.element(injured).not.toHaveAttribute('aria-disabled')
  await injured.click()
  const second = page.getByRole('dialog', { name: 'Your answer: Injured' })
  await second.getByRole('button', { name: 'Close' }).last().click()
  await expect.element(details.getByRole('textbox', { name: 'Note' })).toHaveValue('my leg')
})

test('the end of a roll-call shows its numbers to those who were asked', async () => {
  const { end } = await start([normal])
  await expect.element(notice).toBeVisible()
  end({ ...normal, counts: { ...normal.counts, safe: 2 } })
  await expect.element(notice).not.toBeInTheDocument()
  await expect.element(page.getByText(/2 safe, 0 injured, 0 need help, 1 not answered/)).toBeVisible()
})
