import { personKey } from '@noroshi/contract/reception/doubles'
import { type Headcount, headcountAt } from '@noroshi/contract/reception/headcount'
import type { Need, RegisteredPerson, StayMode } from '@noroshi/contract/reception/people'
import { codeOfText } from '@noroshi/contract/reception/person-code'
import { newId } from '../../../platform/ids.ts'
import { text } from '../../../platform/language/i18n.ts'
import { type Arriving, guestOf } from '../arriving.ts'
import type { DeskChange } from './desk-changes.ts'
import type { DeskCopy } from './desk-copy.ts'

/** A person whom a desk finds without a connection: of its copy of the register, or received since. */
export interface DeskPerson {
  /** The id in the register. */
  readonly id: string
  /** null: the person was received without a connection, and the server has not given the code yet. */
  readonly code: string | null
  readonly name: string
  readonly kana: string
  readonly needs: readonly Need[]
  readonly needsNote: string
  /** Where the person stays; null: the person has left. */
  readonly mode: StayMode | null
}

const personOf = ({ stay, ...person }: RegisteredPerson): DeskPerson => ({
  ...person,
  mode: stay.leftAt === null ? stay.mode : null,
})

/**
 * Returns the people of a copy with what the desk recorded since. Users and dependants who are not in the copy are left out:
 * the server knows under which id they are in the register.
 * @param changes oldest first
 */
export function deskPeople(copy: DeskCopy | null, changes: readonly DeskChange[]): DeskPerson[] {
  const people = new Map((copy?.people ?? []).map((person) => [person.id, personOf(person)]))
  for (const { type, body } of changes) {
    if (type === 'leave') {
      for (const id of body.personIds) {
        const known = people.get(id)
        if (known) people.set(id, { ...known, mode: null })
      }
      continue
    }
    for (const arriving of body.people) {
      const known = people.get(arriving.id)
      if (known) people.set(known.id, { ...known, mode: body.mode })
      else if (arriving.kind === 'guest') people.set(arriving.id, { ...arriving, code: null, mode: body.mode })
    }
  }
  return [...people.values()]
}

/** Returns the people whose name, kana or code a text has. An empty text finds all. */
export function findInDesk(people: readonly DeskPerson[], query: string): DeskPerson[] {
  const [key, code] = [personKey(query, ''), codeOfText(query)]
  return people.filter(
    ({ name, kana, code: own }) =>
      (code !== null && own === code) || personKey(name, kana).includes(key) || personKey(name, '').includes(key),
  )
}

/** Returns a person of the copy who is about to be received. */
export const arrivingOfDesk = ({ id, name, mode }: DeskPerson): Arriving => ({
  key: id,
  name,
  isChosen: true,
  hereId: mode === null ? null : id,
  dependantKind: null,
  guest: null,
  sent: { kind: 'known', id, stayId: newId() },
})

/** Returns a person of whom the desk has the code only. */
export const arrivingOfCode = (code: string): Arriving => ({
  key: code,
  name: text('reception.offline.code', { code }),
  isChosen: true,
  hereId: null,
  dependantKind: null,
  guest: null,
  sent: { kind: 'code', id: newId(), stayId: newId(), code },
})

/** A household that the server refused, which a person changes at the desk. */
export interface RefusedHousehold {
  /** The id of its entry, which stays until the household is received. */
  readonly id: string
  readonly change: Extract<DeskChange, { type: 'receive' }>
}

/** Returns the people of a household that the server refused, for another attempt. */
export const arrivingOfChange = ({ names, body }: RefusedHousehold['change']): Arriving[] =>
  body.people.map((person, index) => {
    const name = names[index] ?? ''
    const sent = { ...person, stayId: newId() }
    const arriving = { key: person.id, name, isChosen: true, hereId: null, dependantKind: null, guest: null, sent }
    if (person.kind !== 'guest') return arriving
    const { kind: _kind, id: _id, stayId: _stayId, ...guest } = person
    return guestOf(guest, arriving)
  })

/** Returns the headcount of a copy at its time. */
export const headcountOfCopy = ({ at, people }: DeskCopy): Headcount =>
  headcountAt(
    people.map(({ id, householdId, isPet, sex, birthYear, needs, stay: { mode, enteredAt } }) => ({
      personId: id,
      householdId,
      isPet,
      sex,
      birthYear,
      needs,
      mode,
      // The copy has the people who were there, by the clock of the server.
      enteredAt: new Date(Math.min(Date.parse(enteredAt), Date.parse(at))),
      leftAt: null,
    })),
    new Date(at),
  )
