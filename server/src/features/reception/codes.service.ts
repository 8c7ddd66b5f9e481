import { hexOfCode } from '@noroshi/contract/reception/person-code'
import type { ArrivingPerson } from '@noroshi/contract/reception/reception.http'
import type { Db } from '#/db/pool.ts'
import { registeredIdsOf } from './register.sql.ts'
import { userIdByCode } from './shelters.sql.ts'

/** An arriving person whose code was resolved. */
export type ResolvedPerson = Exclude<ArrivingPerson, { kind: 'code' }>

/**
 * Returns arriving people with a user or a person of the register in place of each code that a desk read without a connection,
 * and the codes of no known person, who are left out.
 */
export async function resolveCodes(
  db: Db,
  placeId: string,
  arriving: readonly ArrivingPerson[],
): Promise<{ readonly people: readonly ResolvedPerson[]; readonly unknownCodes: readonly string[] }> {
  const people: ResolvedPerson[] = []
  const unknownCodes: string[] = []
  for (const person of arriving) {
    const resolved = person.kind === 'code' ? await resolveCode(db, placeId, person) : person
    if (resolved !== null) people.push(resolved)
    else if (person.kind === 'code') unknownCodes.push(person.code)
  }
  return { people, unknownCodes }
}

async function resolveCode(
  db: Db,
  placeId: string,
  { id, stayId, code }: Extract<ArrivingPerson, { kind: 'code' }>,
): Promise<ResolvedPerson | null> {
  const codeHex = hexOfCode(code)
  const userId = await userIdByCode(db, codeHex)
  if (userId !== undefined) return { kind: 'member', id, stayId, userId }
  const [personId, other] = await registeredIdsOf(db, placeId, { codeHex })
  return personId === undefined || other !== undefined ? null : { kind: 'known', id: personId, stayId }
}
