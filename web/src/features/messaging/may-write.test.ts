import { expect, test } from 'vitest'
import { mayWriteTo } from './may-write.ts'
import { aThread, person } from './testing/fake-threads.ts'

const [aiko, ben] = [person('Aiko'), person('Ben')]

test('a member writes to a thread that they have accepted, unless one of the two blocks the other', () => {
  const mayWrite = (changes: Parameters<typeof aThread>[1]) => mayWriteTo(aThread(1, changes))
  expect(mayWrite({ hasAccepted: true })).toBe(true)
  expect(mayWrite({ isGroup: true })).toBe(true)
  expect(mayWrite({ hasAccepted: null })).toBe(false)
  expect(mayWrite({ hasAccepted: false, blockedBy: [ben.id] })).toBe(false)
  expect(mayWrite({ hasAccepted: true, blockedBy: [aiko.id] })).toBe(false)
})
