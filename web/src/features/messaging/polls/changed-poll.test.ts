import { expect, test } from 'vitest'
import type { Poll } from '@noroshi/contract/messaging/polls'
import type { UnsentChange } from '../messaging.payload.ts'
import { withChanges } from '../changes/changed-message.ts'
import { aMessage, aThread, person } from '../testing/fake-threads.ts'

const [aiko, ben] = [person('Aiko'), person('Ben')]
const AT = '2026-11-21T10:00:00.000Z'
const option = (id: number, ...voterIds: string[]) => ({ id, text: `option ${id}`, count: voterIds.length, voterIds })
const poll: Poll = {
  options: [option(0, aiko.id), option(1, aiko.id, ben.id), option(2)],
  isMultiple: true,
  closesAt: null,
  closedAt: null,
  voterCount: 2,
}
const message = aMessage(aThread(1, { isGroup: true }), 1, aiko, { poll })

const after = (...changes: UnsentChange['change'][]) => withChanges(message, changes, ben.id, AT)
const vote = (...optionIds: number[]) => ({ kind: 'vote' as const, optionIds })

test('a vote that the server has not acknowledged replaces the one before', () => {
  expect(after(vote(0, 2)).poll).toEqual({
    ...poll,
    options: [option(0, aiko.id, ben.id), option(1, aiko.id), option(2, ben.id)],
  })
})

test('the last of several votes is shown, and none takes the vote back', () => {
  expect(after(vote(0), vote(2)).poll?.options.map(({ count }) => count)).toEqual([1, 1, 1])
  expect(after(vote(0), vote()).poll).toEqual({
    ...poll,
    options: [option(0, aiko.id), option(1, aiko.id), option(2)],
    voterCount: 1,
  })
  expect(after(vote(), vote(1)).poll).toEqual(poll)
})

test('a poll that is being closed is closed, and a deleted one has no options', () => {
  expect(after({ kind: 'closePoll' }).poll).toEqual({ ...poll, closedAt: AT })
  expect(after(vote(2), { kind: 'delete' })).not.toHaveProperty('poll')
})

test('a vote in a message that has lost its poll changes nothing', () => {
  const { poll: _poll, ...plain } = message
  expect(withChanges(plain, [vote(0)], ben.id, AT)).toEqual(plain)
})
