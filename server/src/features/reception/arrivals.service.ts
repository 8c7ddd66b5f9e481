import type { z } from 'zod'
import { personKey, addressKey } from '@noroshi/contract/reception/doubles'
import { REGISTER_MAX, type DetailsChange } from '@noroshi/contract/reception/people'
import type { Tx } from '#/db/transaction.ts'
import { AppError } from '#/http/errors.ts'
import type { ResolvedPerson } from './codes.service.ts'
import { dependantById } from './dependants.sql.ts'
import { profileAtDesk } from './found.service.ts'
import { insertPerson, personForUpdate, type PersonRowOfRegister, rowOfAccount, updatePerson } from './register.sql.ts'
import { userAtDesk } from './shelters.sql.ts'

type Details = z.output<typeof DetailsChange>

/** Returns the columns of the fields that are present. */
export function columnsOf(
  { birthYear, needsNote, mayBeFound, address, ...same }: Details,
  before: { name: string; kana: string },
) {
  const isNamed = same.name !== undefined || same.kana !== undefined
  return {
    ...(same.name !== undefined && { name: same.name }),
    ...(same.kana !== undefined && { kana: same.kana }),
    ...(isNamed && { person_key: personKey(same.name ?? before.name, same.kana ?? before.kana) }),
    ...(same.sex !== undefined && { sex: same.sex }),
    ...(same.needs !== undefined && { needs: same.needs }),
    ...(birthYear !== undefined && { birth_year: birthYear }),
    ...(needsNote !== undefined && { needs_note: needsNote }),
    ...(mayBeFound !== undefined && { may_be_found: mayBeFound }),
    ...(address !== undefined && { address, address_key: addressKey(address) }),
  }
}

interface Arrival {
  readonly placeId: string
  /** null: people of the register stay in their households, and no new ones arrive. */
  readonly householdId: string | null
  /** People of the register stay in their households, and only new ones are in the household. */
  readonly keepsHouseholds: boolean
  /** Inserts the household. Called before its first person. */
  readonly open: (householdId: string) => Promise<void>
  readonly at: Date
}

/** Adds people to a register, or finds them in it, and counts how many were added. */
export class Arrivals {
  readonly #tx: Tx
  readonly #arrival: Arrival
  readonly #before: number
  #isOpen = false
  added = 0

  constructor(tx: Tx, arrival: Arrival, before: number) {
    this.#tx = tx
    this.#arrival = arrival
    this.#before = before
  }

  /**
   * Returns the row of an arriving person.
   * @throws user.notFound, dependant.notFound (404); reception.personNotFound (404), also for a new person without a household;
   * reception.full, conflict (409)
   */
  enter(person: ResolvedPerson): Promise<PersonRowOfRegister> {
    if (person.kind === 'known') return this.#enterKnown(person.id)
    if (person.kind === 'member') return this.#enterMember(person)
    if (person.kind === 'dependant') return this.#enterDependant(person)
    return this.#enterGuest(person)
  }

  /** A desk that was changed while it could not send repeats a guest who was received before: then the row stays as it is. */
  async #enterGuest({ kind, id, stayId: _stay, ...details }: Extract<ResolvedPerson, { kind: 'guest' }>) {
    const known = await personForUpdate(this.#tx, this.#arrival.placeId, id)
    if (known) return this.#enterKnown(id)
    return this.#insert({ kind, id, userId: null, dependantId: null, isPet: false, details })
  }

  async #enterKnown(id: string): Promise<PersonRowOfRegister> {
    const found = await personForUpdate(this.#tx, this.#arrival.placeId, id)
    if (found === undefined || found.anonymised_at !== null) throw new AppError('reception.personNotFound')
    return this.#moveToHousehold(found, {})
  }

  async #enterMember({ id, userId, kind, stayId: _stay, ...given }: Extract<ResolvedPerson, { kind: 'member' }>) {
    const user = await userAtDesk(this.#tx, userId)
    if (user === undefined) throw new AppError('user.notFound')
    const known = await rowOfAccount(this.#tx, this.#arrival.placeId, { userId })
    if (known) return this.#moveToHousehold(known, given)
    const { person, dependants: _dependants, ...profile } = profileAtDesk(user, [])
    const details = { ...profile, name: person.fullName, ...given }
    return this.#insert({ kind, id, userId, dependantId: null, isPet: false, details })
  }

  async #enterDependant({ id, dependantId, kind }: Extract<ResolvedPerson, { kind: 'dependant' }>) {
    const dependant = await dependantById(this.#tx, dependantId)
    if (dependant === undefined) throw new AppError('dependant.notFound')
    const known = await rowOfAccount(this.#tx, this.#arrival.placeId, { dependantId })
    if (known) return this.#moveToHousehold(known, {})
    const details = {
      name: dependant.name,
      kana: dependant.kana,
      birthYear: dependant.birth_year,
      needsNote: dependant.needs_note,
    }
    return this.#insert({
      kind,
      id,
      userId: dependant.guardian_id,
      dependantId,
      isPet: dependant.kind === 'pet',
      details,
      stored: { sex: dependant.sex, needs: dependant.needs },
    })
  }

  async #moveToHousehold(row: PersonRowOfRegister, given: Details): Promise<PersonRowOfRegister> {
    const householdId = this.#arrival.keepsHouseholds ? null : await this.#household()
    return updatePerson(this.#tx, row.id, {
      ...columnsOf(given, row),
      ...(householdId !== null && { household_id: householdId }),
      updated_at: this.#arrival.at,
    })
  }

  /** Returns the household of the arrival, which exists then. @throws conflict (409) */
  async #household(): Promise<string | null> {
    const { householdId, open } = this.#arrival
    if (householdId === null || this.#isOpen) return householdId
    await open(householdId)
    this.#isOpen = true
    return householdId
  }

  async #insert({
    kind,
    id,
    userId,
    dependantId,
    isPet,
    details,
    stored = {},
  }: {
    readonly kind: string
    readonly id: string
    readonly userId: string | null
    readonly dependantId: string | null
    readonly isPet: boolean
    readonly details: Details & { readonly name: string }
    readonly stored?: { readonly sex?: string; readonly needs?: string[] }
  }): Promise<PersonRowOfRegister> {
    if (this.#before + this.added >= REGISTER_MAX) throw new AppError('reception.full')
    const { placeId, at } = this.#arrival
    const householdId = await this.#household()
    if (householdId === null) throw new AppError('reception.personNotFound')
    const row = await insertPerson(this.#tx, {
      kana: '',
      person_key: '',
      address: '',
      address_key: '',
      sex: 'notStated',
      needs: [],
      needs_note: '',
      may_be_found: false,
      name: details.name,
      ...stored,
      ...columnsOf(details, { name: details.name, kana: '' }),
      id,
      root_id: id,
      place_id: placeId,
      household_id: householdId,
      kind,
      user_id: userId,
      dependant_id: dependantId,
      is_pet: isPet,
      created_at: at,
      updated_at: at,
    })
    if (row === undefined) throw new AppError('conflict')
    this.added++
    return row
  }
}
