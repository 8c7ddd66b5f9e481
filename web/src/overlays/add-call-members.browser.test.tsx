import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { callOf } from '@noroshi/contract/calls/call-status'
import type { SharedCall } from '@noroshi/contract/calls/calls.http'
import { aCall } from '../features/calls/testing/fake-calls.ts'
import { setCurrentUser } from '../platform/session/current-user.ts'
import { renderPage } from '../testing/render-page.tsx'
import { AddCallMembers } from './add-call-members.tsx'

const idOf = (kind: number, number: number) => `0199000${kind}-0000-7000-8000-${String(number).padStart(12, '0')}`
const names = ['Aiko', 'Ben', 'Chie', 'Dai', 'Emi']
const [aiko = '', ben = '', chie = ''] = names.map((_, index) => idOf(1, index))
const [callId, threadId] = [idOf(2, 1), idOf(3, 1)]
const request = vi.spyOn(window, 'fetch')
const onClose = vi.fn()
const dialog = page.getByRole('dialog', { name: 'Add members' })
const field = dialog.getByRole('combobox', { name: 'Who should join the call?' })
const row = (name: string) => dialog.getByRole('checkbox', { name })

const members = names.map((firstName, index) => ({
  id: idOf(4, index),
  MessageThreadId: threadId,
  UserId: idOf(1, index),
  user: { id: idOf(1, index), firstName, lastName: '', fullName: firstName, avatarUrl: null },
  isAdmin: false,
  createdAt: '2026-11-21T09:00:00.000Z',
  updatedAt: '2026-11-21T09:00:00.000Z',
}))

/** A group call of Aiko to Ben, in which she takes part and Ben rings. */
const callWith = (changes: Partial<SharedCall>) =>
  callOf(
    aCall({ id: callId, HostUserId: aiko }, [ben], {
      isGroupCall: true,
      participants: [{ userId: aiko, deviceId: idOf(5, 1), endpointId: null }],
      ...changes,
    }),
    aiko,
  )

/** Replies to all requests with this status and body. */
const reply = (status: number, body: unknown) =>
  request.mockImplementation(async () => new Response(JSON.stringify(body), { status }))

const open = (changes: Partial<SharedCall>) => renderPage(<AddCallMembers call={callWith(changes)} onClose={onClose} />)
const ofGroup = {
  MessageGroupId: threadId,
  messageGroup: { name: 'Night Watch', imageUrl: null, MessageThreadId: threadId },
}

beforeEach(() => setCurrentUser({ id: aiko, isAdmin: false }))
afterEach(() => {
  setCurrentUser(null)
  request.mockReset()
})

test('a participant is offered the members of the call’s group who are not in the call, and adds one of them', async () => {
  reply(200, { items: members, nextCursor: null })
  await open(ofGroup)
  await expect.element(row('Chie')).toBeVisible()
  for (const name of ['Dai', 'Emi']) await expect.element(row(name)).toBeEnabled()
  for (const name of ['Aiko', 'Ben']) await expect.element(row(name)).not.toBeInTheDocument()
  await expect.element(field).not.toBeInTheDocument()
  await row('Chie').click()
  await row('Dai').click()
  await expect.element(row('Emi')).toBeDisabled() // a call has at most three others
  await row('Dai').click()
  reply(200, callWith(ofGroup))
  await dialog.getByRole('button', { name: 'Add members' }).click()
  await expect.poll(() => onClose).toHaveBeenCalled()
  const [url, init] = request.mock.calls.at(-1) ?? []
  expect([url, init?.body]).toEqual(['/backend/api/calls/add-members', JSON.stringify({ callId, receiverUserIds: [chie] })])
})

test('a participant whose group has no other members reads so', async () => {
  reply(200, { items: members.slice(0, 2), nextCursor: null })
  await open(ofGroup)
  await expect.element(dialog.getByText('No other members to call')).toBeVisible()
})

test('a participant who has left the group reads why no member is offered', async () => {
  reply(404, { code: 'thread.notFound', message: 'This chat was not found', issues: [] })
  await open(ofGroup)
  await expect.element(dialog.getByText('Couldn’t load the members')).toBeVisible()
  await expect.element(dialog.getByText('This chat was not found')).toBeVisible()
})

test('a participant of a call without a group chat searches all users', async () => {
  await open({})
  await expect.element(field).toBeVisible()
  expect(request).not.toHaveBeenCalled()
})
