import { afterEach, expect, test, vi } from 'vitest'
import type { AskedPerson } from '@noroshi/contract/roll-calls/roll-calls'
import { text } from '../../../platform/language/i18n.ts'
import { allPeople } from '../roll-calls.queries.ts'
import { peopleCsv } from './people-csv.ts'
import { fakeAnswer, fakeAsked, fakeRollCall } from '../testing/fake-roll-calls.ts'

const { askedBy: person, questions: _, ...rollCall } = fakeRollCall(1)
const asked = (changes: Partial<AskedPerson>) => fakeAsked(1, { person, ...changes })

afterEach(() => vi.unstubAllGlobals())

test('the file has each person with the state, and runs no formula', async () => {
  const answer = fakeAnswer('needHelp', { note: '=HYPERLINK("x")', replies: [3] })
  const child = { ...person, firstName: 'Sora', fullName: 'Sora' }
  const people = [
    asked({ answer, state: answer.state, answerCount: 1 }),
    asked({}),
    asked({ person: child, dependant: { kind: 'child', guardian: person } }),
  ]
  const questions = [{ kind: 'number' as const, text: 'How many are you?' }]
  const lines = (await peopleCsv({ questions }, people, 'en', text).text()).split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines[0]).toContain('How many are you?')
  expect(lines[1]).toMatch(/^Emma,,Need help,.*'=HYPERLINK.*,3$/)
  expect(lines[2]).toMatch(/^Emma,,Not reached,/)
  expect(lines[3]).toMatch(/^Sora,Emma,Not reached,/)
})

test('the file has the people of all pages', async () => {
  const pages = [
    { items: [asked({})], nextCursor: 'second' },
    { items: [asked({}), asked({})], nextCursor: null },
  ]
  const fetchMock = vi.fn(async (_address: string) => new Response(JSON.stringify(pages[fetchMock.mock.calls.length - 1])))
  vi.stubGlobal('fetch', fetchMock)
  expect(await allPeople(rollCall.id, { filter: 'silent', threadId: null })).toHaveLength(3)
  expect(fetchMock.mock.calls.map(([address]) => address)).toEqual([
    expect.stringMatching(/\?filter=silent$/),
    expect.stringMatching(/\?filter=silent&cursor=second$/),
  ])
})
