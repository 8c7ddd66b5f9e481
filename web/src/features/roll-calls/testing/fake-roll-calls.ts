import type { Person } from '@noroshi/contract/accounts/accounts.http'
import type { AskedPerson, RollCallAnswer, RollCallDependant, RollCallForViewer } from '@noroshi/contract/roll-calls/roll-calls'

const AT = '2026-11-21T09:00:00.000Z'
const idOf = (number: number) => `01990004-0000-7000-8000-${String(number).padStart(12, '0')}`

const asker: Person = {
  id: idOf(900),
  firstName: 'Emma',
  lastName: '',
  fullName: 'Emma',
  avatarUrl: null,
}

/** Returns an open roll-call that asks its viewer. A higher number is newer. */
export const fakeRollCall = (number: number, changes: Partial<RollCallForViewer> = {}): RollCallForViewer => ({
  id: idOf(number),
  createdAt: AT,
  updatedAt: AT,
  version: 1,
  askedBy: asker,
  template: 'earthquake',
  title: `Earthquake ${number}`,
  text: '',
  isUrgent: false,
  isDrill: false,
  audience: { kind: 'everyone', groups: [], alertId: null, area: null },
  questions: [],
  closedAt: null,
  endText: '',
  counts: { asked: 3, reached: 0, seen: 0, safe: 0, injured: 0, needHelp: 0 },
  countsVersion: 1,
  viewer: { isAsked: true, seenAt: null, answer: null, version: 0, isKeeper: false },
  ...changes,
})

/** Returns an answer of the person themselves. */
export const fakeAnswer = (state: RollCallAnswer['state'], changes: Partial<RollCallAnswer> = {}): RollCallAnswer => ({
  id: idOf(800),
  state,
  source: 'self',
  answeredBy: asker,
  answeredAt: AT,
  note: '',
  place: '',
  location: null,
  companions: '',
  stayingAt: '',
  chosenPlace: null,
  replies: [],
  ...changes,
})

/** Returns a child who is asked through the viewer. */
export const fakeDependant = (number: number, changes: Partial<RollCallDependant> = {}): RollCallDependant => ({
  id: idOf(700 + number),
  kind: 'child',
  name: `Child ${number}`,
  answer: null,
  version: 0,
  ...changes,
})

/** Returns an asked person who has not answered. */
export const fakeAsked = (number: number, changes: Partial<AskedPerson> = {}): AskedPerson => ({
  person: { id: idOf(600 + number), firstName: `Person ${number}`, lastName: '', fullName: `Person ${number}`, avatarUrl: null },
  reachedAt: null,
  seenAt: null,
  state: null,
  answer: null,
  answerCount: 0,
  ...changes,
})
