import { afterEach, expect, test, vi } from 'vitest'
import type { RegisteredPerson } from '@noroshi/contract/reception/people'
import { text } from '../../platform/language/i18n.ts'
import { allRegistered } from './all-registered.ts'
import { registerCsv } from './register-csv.ts'

const id = '01990000-0000-7000-8000-000000000021'
const person = (changes: Partial<RegisteredPerson>): RegisteredPerson => ({
  id,
  code: '7K3M-9QTX',
  kind: 'guest',
  dependantId: null,
  isPet: false,
  householdId: id,
  name: '佐藤 花',
  kana: 'サトウ ハナ',
  sex: 'female',
  birthYear: 1950,
  address: '',
  needs: ['medicine', 'wheelchair'],
  needsNote: '',
  mayBeFound: false,
  stay: {
    id,
    mode: 'inside',
    whereabouts: '',
    enteredAt: '2026-11-30T09:30:00.000Z',
    leftAt: null,
    enteredDesk: '',
    leftDesk: '',
  },
  version: 1,
  ...changes,
})

afterEach(() => vi.unstubAllGlobals())

test('the file has a line for each person, opens in Excel, and runs no formula', async () => {
  const people = [person({}), person({ name: '=1+1', birthYear: null, needs: [], householdId: 'other' }), person({ name: '' })]
  const file = registerCsv(people, 'en', text)
  expect([...new Uint8Array(await file.arrayBuffer())].slice(0, 3)).toEqual([0xef, 0xbb, 0xbf])
  const lines = (await file.text()).split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines[1]).toMatch(/^佐藤 花,サトウ ハナ,Female,1950,,Medicine Wheelchair,,In the shelter,.*,7K3M-9QTX,1$/)
  expect(lines[2]).toMatch(/^"'=1\+1",.*,2$/)
  expect(lines[3]).toMatch(/^Data removed,/)
})

test('the file has the people of all pages', async () => {
  const pages = [
    { items: [person({})], nextCursor: id },
    { items: [person({}), person({})], nextCursor: null },
  ]
  const fetchMock = vi.fn(async (_address: string) => new Response(JSON.stringify(pages[fetchMock.mock.calls.length - 1])))
  vi.stubGlobal('fetch', fetchMock)
  expect(await allRegistered(id, { filter: 'inside', need: 'pet', text: '' })).toHaveLength(3)
  expect(fetchMock.mock.calls.map(([address]) => address)).toEqual([
    expect.stringMatching(/\?filter=inside&text=&need=pet$/),
    expect.stringMatching(/&cursor=01990000-/),
  ])
})
