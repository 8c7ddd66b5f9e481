import { useEffect, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Poll } from '@noroshi/contract/messaging/polls'
import { setCurrentUser } from '../../../platform/session/current-user.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { MessageActionsContext, type MessageActions } from '../changes/message-actions-context.ts'
import { aMessage, aThread, person } from '../testing/fake-threads.ts'
import { PollBox } from './poll-box.tsx'

const [aiko, ben] = [person('Aiko'), person('Ben')]
const thread = aThread(1, { isGroup: true })
const option = (id: number, text: string, ...voterIds: string[]) => ({ id, text, count: voterIds.length, voterIds })
const poll: Poll = {
  options: [option(0, 'Harbour', aiko.id), option(1, 'Lighthouse'), option(2, 'Town hall', ben.id)],
  isMultiple: false,
  closesAt: null,
  closedAt: null,
  voterCount: 2,
}

/** Shows a poll to Ben and records the changes that he makes. */
async function showPoll(changes: Partial<Poll> = {}, mayReact = true, sender = aiko) {
  const change = vi.fn<MessageActions['change']>()
  const nothing = () => undefined
  const shown = { ...poll, ...changes }
  const message = aMessage(thread, 1, sender, { text: 'Where do we meet?', poll: shown })
  let setVersion = (_version: number): void => undefined
  function Box() {
    const [version, set] = useState(1)
    useEffect(() => void (setVersion = set), [])
    return <PollBox message={{ ...message, version }} poll={shown} />
  }
  await renderPage(
    <MessageActionsContext
      value={{
        mayReact,
        react: nothing,
        change,
        showReactions: nothing,
        showVersions: nothing,
        selected: null,
        select: nothing,
        openMessage: nothing,
      }}
    >
      <div style={{ width: 280 }}>
        <Box />
      </div>
    </MessageActionsContext>,
  )
  return {
    changes: () => change.mock.calls.map(([, made]) => made),
    /** A vote of another member. */
    raiseVersion: () => setVersion(2),
  }
}

const radio = (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) })

/** The server answers requests for votes after it. */
let answering = Promise.resolve()
let requests = 0

beforeEach(() => {
  answering = Promise.resolve()
  requests = 0
  vi.spyOn(window, 'fetch').mockImplementation(async (request) => {
    const { pathname } = new URL(request instanceof Request ? request.url : String(request), window.location.href)
    if (!pathname.endsWith('/votes')) throw new TypeError('no network')
    requests += 1
    await answering
    const items = [{ person: ben, optionIds: [1], votedAt: '2026-11-21T10:00:00.000Z' }]
    return Response.json({ items, nextCursor: null })
  })
  setCurrentUser({ id: ben.id, isAdmin: false })
})
afterEach(() => {
  setCurrentUser(null)
  vi.restoreAllMocks()
})

test('a single choice shows the own vote and the numbers of votes; a press replaces it or takes it back', async () => {
  const { changes } = await showPoll()
  await expect.element(page.getByRole('radiogroup', { name: 'Where do we meet?' })).toBeVisible()
  await expect.element(radio('Town hall, 1 vote')).toBeChecked()
  await expect.element(radio('Harbour, 1 vote')).not.toBeChecked()
  await radio('Lighthouse, 0 votes').click()
  await radio('Town hall').click()
  expect(changes()).toEqual([
    { kind: 'vote', optionIds: [1] },
    { kind: 'vote', optionIds: [] },
  ])
})

test('in a multiple choice, a press adds an option to the own ones', async () => {
  const { changes } = await showPoll({ isMultiple: true })
  await page.getByRole('checkbox', { name: /^Harbour/ }).click()
  expect(changes()).toEqual([{ kind: 'vote', optionIds: [0, 2] }])
})

test('arrow keys move the focus without voting, and the space bar votes', async () => {
  const { changes } = await showPoll()
  await expect.element(radio('Harbour')).toBeVisible()
  ;(radio('Harbour').element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(radio('Lighthouse')).toHaveFocus()
  expect(changes()).toEqual([])
  await userEvent.keyboard(' ')
  expect(changes()).toEqual([{ kind: 'vote', optionIds: [1] }])
})

test('a closed poll, and one of a reader who may not write, accepts no press', async () => {
  await showPoll({ closedAt: '2026-11-21T10:00:00.000Z' })
  await expect.element(page.getByText('Closed')).toBeVisible()
  await expect.element(radio('Harbour')).toBeDisabled()
  await showPoll({}, false)
  await expect.element(radio('Harbour').last()).toBeDisabled()
})

test('a poll closes on the page at its time', async () => {
  await showPoll({ closesAt: new Date(Date.now() + 1500).toISOString() })
  await expect.element(radio('Harbour')).toBeEnabled()
  await expect.element(page.getByText('Closed'), { timeout: 4000 }).toBeVisible()
  await expect.element(radio('Harbour')).toBeDisabled()
})

test('only its author and admins of the group have the button that closes it, which asks first', async () => {
  const { changes } = await showPoll({}, true, ben)
  await page.getByRole('button', { name: 'Close poll' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close poll' }).click()
  expect(changes()).toEqual([{ kind: 'closePoll' }])
})

test('another member has no button that closes it', async () => {
  await showPoll()
  await expect.element(page.getByRole('button', { name: '2 people voted' })).toBeVisible()
  expect(page.getByRole('button', { name: 'Close poll' }).query()).toBeNull()
})

test('in a poll with more votes than it lists, the own vote comes from the server, and so do the names', async () => {
  await showPoll({ options: [option(0, 'Harbour', aiko.id), { id: 1, text: 'Lighthouse', count: 300, voterIds: [] }] })
  await expect.element(radio('Lighthouse, 300 votes')).toBeChecked()
  await page.getByRole('button', { name: '2 people voted' }).click()
  await expect.element(page.getByRole('dialog').getByRole('heading', { name: 'Lighthouse, 1 vote' })).toBeVisible()
  await expect.element(page.getByRole('dialog').getByText('Ben')).toBeVisible()
})

test('in a poll with more votes than it lists, options wait for the own vote, which stays with votes of others', async () => {
  const gate = Promise.withResolvers<void>()
  answering = gate.promise
  const many = { id: 1, text: 'Lighthouse', count: 300, voterIds: [] }
  const { changes, raiseVersion } = await showPoll({ isMultiple: true, options: [option(0, 'Harbour', aiko.id), many] })
  const harbour = page.getByRole('checkbox', { name: /^Harbour/ })
  const lighthouse = page.getByRole('checkbox', { name: /^Lighthouse/ })
  await expect.element(harbour).toBeDisabled()
  gate.resolve()
  await expect.element(lighthouse).toBeChecked()
  answering = new Promise(() => undefined)
  raiseVersion()
  await expect.poll(() => requests).toBe(2)
  await expect.element(lighthouse).toBeChecked()
  await harbour.click()
  expect(changes()).toEqual([{ kind: 'vote', optionIds: [0, 1] }])
})
