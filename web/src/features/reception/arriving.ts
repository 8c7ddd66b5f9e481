import type { z } from 'zod'
import { type DependantKind, GuestDetails, type RegisteredPerson } from '@noroshi/contract/reception/people'
import type { Found } from '@noroshi/contract/reception/found'
import type { receptionRoutes } from '@noroshi/contract/reception/reception.http'
import { newId } from '../../platform/ids.ts'
import { nameOf } from '../../platform/language/person-name.ts'

type SentPerson = z.input<typeof receptionRoutes.receive.body>['people'][number]
/** The form of a person without an account. */
export type GuestValues = z.input<typeof GuestDetails> & GuestDetails

/** A person who is about to be received. */
export interface Arriving {
  /** Names the person on this device, so that none is added twice. */
  readonly key: string
  readonly name: string
  readonly isChosen: boolean
  /** The id in the register of a person who has not left; null: the person is not here. */
  readonly hereId: string | null
  /** The kind of a dependant. */
  readonly dependantKind: DependantKind | null
  /** The form of a person without an account, which the desk may change. */
  readonly guest: GuestValues | null
  readonly sent: SentPerson
}

export const emptyGuest = (address = ''): GuestValues => ({
  name: '',
  kana: '',
  sex: 'notStated',
  birthYear: null,
  address,
  needs: [],
  needsNote: '',
  mayBeFound: false,
})

const ids = () => ({ id: newId(), stayId: newId() })
const hereIdOf = (person: RegisteredPerson | undefined) => (person?.stay.leftAt === null ? person.id : null)

/** Returns a person without an account. @param before the same person, with another form */
export const guestOf = (guest: GuestValues, before?: Arriving): Arriving => {
  const { id, stayId } = before?.sent ?? ids()
  return {
    key: id,
    name: guest.name,
    isChosen: true,
    hereId: null,
    dependantKind: null,
    guest,
    sent: { kind: 'guest', id, stayId, ...guest },
  }
}

/** Returns the people of a household who were found: a user with all dependants, or people of the register. */
export function arrivingOf({ member, registered }: Found): Arriving[] {
  if (member === null) {
    return registered.map((person) => ({
      key: person.id,
      name: person.name,
      isChosen: true,
      hereId: hereIdOf(person),
      dependantKind: null,
      guest: null,
      sent: { kind: 'known', id: person.id, stayId: newId() },
    }))
  }
  const { id: userId } = member.person
  const ofMember: Arriving = {
    key: userId,
    name: nameOf(member.person),
    isChosen: true,
    hereId: hereIdOf(registered.find(({ kind }) => kind === 'member')),
    dependantKind: null,
    guest: null,
    sent: { kind: 'member', ...ids(), userId },
  }
  return [
    ofMember,
    ...member.dependants.map(({ id, kind, name }): Arriving => {
      const known = registered.find((person) => person.dependantId === id)
      return {
        key: id,
        name,
        isChosen: true,
        hereId: hereIdOf(known),
        dependantKind: kind,
        guest: null,
        sent: { kind: 'dependant', ...ids(), dependantId: id },
      }
    }),
  ]
}

/**
 * Returns a person for another attempt, after the server had received an earlier list of the household.
 * @param isRegistered the register has the person, whom the desk entered, already
 */
export function forAnotherAttempt(person: Arriving, isRegistered: boolean): Arriving {
  const stayId = newId()
  if (!isRegistered) return { ...person, sent: { ...person.sent, stayId } }
  return { ...person, hereId: person.sent.id, guest: null, sent: { kind: 'known', id: person.sent.id, stayId } }
}

/** Adds people who are not in the list yet. */
export const withPeople = (list: readonly Arriving[], added: readonly Arriving[]): Arriving[] => [
  ...list,
  ...added.filter(({ key }) => list.every((known) => known.key !== key)),
]
