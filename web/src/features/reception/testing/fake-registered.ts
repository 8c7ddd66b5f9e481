import type { RegisteredPerson } from '@noroshi/contract/reception/people'

const idOf = (number: number) => `01990005-0000-7000-8000-${String(number).padStart(12, '0')}`

/** Returns a guest who is inside of a shelter since 30 November 2026. */
export const fakeRegistered = (number: number, name: string, changes: Partial<RegisteredPerson> = {}): RegisteredPerson => ({
  id: idOf(number),
  code: '7K3M-9QTX',
  kind: 'guest',
  dependantId: null,
  isPet: false,
  householdId: idOf(900),
  name,
  kana: '',
  sex: 'female',
  birthYear: 1950,
  address: '',
  needs: [],
  needsNote: '',
  mayBeFound: false,
  stay: {
    id: idOf(number),
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
