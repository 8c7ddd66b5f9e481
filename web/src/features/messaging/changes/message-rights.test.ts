import { expect, test } from 'vitest'
import { aMessage, aThread, person } from '../testing/fake-threads.ts'
import { rightsOf } from './message-rights.ts'

const thread = aThread(1, { isGroup: true })
const [aiko, ben] = [person('Aiko'), person('Ben')]
const now = new Date('2026-11-21T12:00:00Z')
const rights = (viewerId: string | null, changes = {}, isGroupAdmin = false) =>
  rightsOf(aMessage(thread, 1, aiko, changes), {
    viewer: viewerId === null ? null : { id: viewerId, isAdmin: false },
    mayWrite: true,
    isGroupAdmin,
    now,
  })
const deletion = { at: now.toISOString(), by: aiko }

test('the sender sees the info of a message, and others report it', () => {
  expect(rights(aiko.id)).toMatchObject({ maySeeInfo: true, mayReport: false })
  expect(rights(ben.id)).toMatchObject({ maySeeInfo: false, mayReport: true })
})

test('a message in the chat of an alert has no info, but is reported', () => {
  expect(rights(aiko.id, { alertId: thread.id }).maySeeInfo).toBe(false)
  expect(rights(ben.id, { alertId: thread.id }).mayReport).toBe(true)
})

test('no one reports a deleted message, and no one without an account reports any', () => {
  expect(rights(ben.id, { deletion }).mayReport).toBe(false)
  expect(rights(null).mayReport).toBe(false)
})

test('a transmission has no reply, edit, pin and selection; its sender and an admin of the group delete it', () => {
  const transmission = { messageType: 'asrChat' as const }
  const never = { mayReply: false, mayEdit: false, mayPin: false, maySelect: false }
  const always = { mayReact: true, mayForward: true, mayHide: true }
  expect(rights(aiko.id, transmission)).toMatchObject({ ...never, ...always, mayDelete: true, maySeeInfo: true })
  expect(rights(ben.id, transmission)).toMatchObject({ ...never, ...always, mayDelete: false, mayReport: true })
  expect(rights(ben.id, transmission, true).mayDelete).toBe(true)
  const deleted = { ...transmission, deletion }
  expect(rights(aiko.id, deleted)).toMatchObject({
    ...never,
    mayReact: false,
    mayForward: false,
    mayDelete: false,
    mayHide: true,
  })
})
