import { hexOfCode } from '@noroshi/contract/reception/person-code'
import type { ArrivingPerson } from '@noroshi/contract/reception/reception.http'
import type { Db } from '#/db/pool.ts'
import { AppError } from '#/http/errors.ts'
import { registeredIdsOf } from './register.sql.ts'
import { userIdByCode } from './shelters.sql.ts'

/** An arriving person whose code was resolved. */
export type ResolvedPerson = Exclude<ArrivingPerson, { kind: 'code' }>

/**
 * Returns arriving people with a user or a person of the register in place of each code that a desk read without a connection.
 * @throws reception.personNotFound (404)
 */
export async function resolveCodes(db: Db, placeId: string, people: readonly ArrivingPerson[]): Promise<ResolvedPerson[]> {
  const resolved: ResolvedPerson[] = []
  for (const person of people) resolved.push(person.kind === 'code' ? await resolveCode(db, placeId, person) : person)
  return resolved
}

async function resolveCode(
  db: Db,
  placeId: string,
  { id, stayId, code }: Extract<ArrivingPerson, { kind: 'code' }>,
): Promise<ResolvedPerson> {
  const codeHex = hexOfCode(code)
  const userId = await userIdByCode(db, codeHex)
  if (userId !== undefined) return { kind: 'member', id, stayId, userId }
  const [personId, other] = await registeredIdsOf(db, placeId, { codeHex })
  if (personId === undefined || other !== undefined) throw new AppError('reception.personNotFound')
  return { kind: 'known', id: personId, stayId }
}
