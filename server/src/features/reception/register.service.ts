import type { z } from 'zod'
import { addressKey, personKey } from '@noroshi/contract/reception/doubles'
import { codeOfText, hexOfCode } from '@noroshi/contract/reception/person-code'
import type { DetailsChange, RegisteredPerson } from '@noroshi/contract/reception/people'
import type { receptionRoutes } from '@noroshi/contract/reception/reception.http'
import { pageOf } from '#/db/page-of.ts'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import type { AuditActor } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { columnsOf } from './arrivals.service.ts'
import { anonymisePeople } from './anonymise.service.ts'
import { presentRegistered, presentStay } from './register.present.ts'
import {
  mergedInto,
  peopleOfHousehold,
  personForUpdate,
  personOfRegister,
  registerPage,
  type RegisteredRow,
  updatePerson,
} from './register.sql.ts'
import { openShelter } from './shelters.service.ts'
import { staysOfRoot } from './stays.sql.ts'

/** People of a page of the register. */
const REGISTER_PAGE = 100

const ofPerson = (personId: string) => ({ targetKind: 'registeredPerson', targetId: personId })

/** Returns a page of the register, with an audit entry. @throws shelter.notFound (404) */
export const readRegister = (
  deps: Deps,
  auditActor: AuditActor,
  placeId: string,
  { filter, need, unseenSince, text, cursor }: z.output<typeof receptionRoutes.register.query>,
  pageSize = REGISTER_PAGE,
): Promise<{ items: RegisteredPerson[]; nextCursor: string | null }> =>
  deps.transaction(async (tx) => {
    const { name } = await openShelter(tx, auditActor.actor, placeId, 'reception:work')
    const code = codeOfText(text)
    const search = { name: personKey(text, ''), address: addressKey(text), codeHex: code === null ? null : hexOfCode(code) }
    const query = { placeId, filter, need, unseenSince, search: text === '' ? null : search, cursor, limit: pageSize + 1 }
    const page = pageOf(await registerPage(tx, query), pageSize, presentRegistered)
    const details = { name, people: page.items.length }
    await recordAudit(tx, { ...auditActor, action: 'register.read', targetKind: 'place', targetId: placeId, details })
    return page
  })

/** Returns all that the register has of a person, with an audit entry. @throws shelter.notFound, reception.personNotFound (404) */
export const readPerson = (deps: Deps, auditActor: AuditActor, placeId: string, personId: string) =>
  deps.transaction(async (tx) => {
    const { name } = await openShelter(tx, auditActor.actor, placeId, 'reception:work')
    const row = assertFound(await personOfRegister(tx, placeId, personId))
    await recordAudit(tx, { ...auditActor, action: 'registeredPerson.read', ...ofPerson(personId), details: { name } })
    const household = await peopleOfHousehold(tx, placeId, row.household_id)
    return {
      ...presentRegistered(row),
      stays: (await staysOfRoot(tx, row.root_id)).map((stay) => presentStay(stay.id, stay)),
      household: household.filter(({ id, root_id }) => id !== personId && root_id === id).map(presentRegistered),
      merged: (await mergedInto(tx, placeId, personId)).map(presentRegistered),
    }
  })

/** @throws reception.personNotFound (404) */
function assertFound(row: RegisteredRow | undefined): RegisteredRow {
  if (row === undefined) throw new AppError('reception.personNotFound')
  return row
}

/** Changes the fields of a person that are present. @throws shelter.notFound, reception.personNotFound (404) */
export const correctPerson = (
  deps: Deps,
  auditActor: AuditActor,
  placeId: string,
  personId: string,
  change: z.output<typeof DetailsChange>,
): Promise<RegisteredPerson> =>
  deps.transaction(async (tx) => {
    const { name } = await openShelter(tx, auditActor.actor, placeId, 'reception:work')
    const before = await personForUpdate(tx, placeId, personId)
    if (before === undefined || before.anonymised_at !== null) throw new AppError('reception.personNotFound')
    await updatePerson(tx, personId, { ...columnsOf(change, before), updated_at: deps.now() })
    const details = { name, fields: Object.keys(change) }
    await recordAudit(tx, { ...auditActor, action: 'registeredPerson.corrected', ...ofPerson(personId), details })
    return presentRegistered(assertFound(await personOfRegister(tx, placeId, personId)))
  })

/**
 * Removes the data of a person and of the rows that were merged into it. The headcount stays.
 * @throws shelter.notFound, reception.personNotFound (404); forbidden (403)
 */
export const forgetPerson = (deps: Deps, auditActor: AuditActor, placeId: string, personId: string) =>
  deps.transaction(async (tx) => {
    const { name } = await openShelter(tx, auditActor.actor, placeId, 'reception:manage')
    const person = await personForUpdate(tx, placeId, personId)
    if (person === undefined) throw new AppError('reception.personNotFound')
    await anonymisePeople(tx, { rootId: person.root_id }, deps.now())
    await recordAudit(tx, { ...auditActor, action: 'registeredPerson.forgotten', ...ofPerson(personId), details: { name } })
    return { ok: true as const }
  })
