import { type Wanted, matchOf, nearKeysOf, wantedKeys } from '@noroshi/contract/missing-reports/matches'
import type { Match } from '@noroshi/contract/missing-reports/missing-reports.http'
import type { Db } from '#/db/pool.ts'
import { AppError } from '#/http/errors.ts'
import { type CandidateRow, candidatesOf, rootOfOwnShelters } from './register-matches.sql.ts'
import { presentRegistered } from './register.present.ts'
import { registeredByIds } from './register.sql.ts'

interface Found {
  readonly row: CandidateRow
  readonly kind: Match['kind']
  readonly rank: number
}

/**
 * Returns the people who match each wanted person, from the registers of the shelters in which a user has a role: the best matches
 * first, at most `max` for each.
 */
export async function registerMatches(
  db: Db,
  userId: string,
  wanted: readonly (Wanted & { readonly id: string })[],
  max: number,
): Promise<ReadonlyMap<string, Match[]>> {
  if (wanted.length === 0) return new Map()
  const keys = wanted.map(wantedKeys)
  const candidates = await candidatesOf(db, userId, {
    personKeys: keys.map(({ personKey }) => personKey),
    nameKeys: keys.map(({ nameKey }) => nameKey),
    nearKeys: wanted.flatMap(nearKeysOf),
  })
  const found = new Map(wanted.map((each) => [each.id, bestOf(each, candidates, max)]))
  const people = await peopleOf(db, [...found.values()].flat())
  return new Map(
    [...found].map(([id, matches]) => [
      id,
      matches.flatMap(({ row, kind }) => {
        const person = people.get(row.id)
        return person ? [{ placeId: row.place_id, placeName: row.place_name, kind, person }] : []
      }),
    ]),
  )
}

function bestOf(wanted: Wanted, candidates: readonly CandidateRow[], max: number): Found[] {
  const found = candidates.flatMap((row): Found[] => {
    const match = matchOf(wanted, { personKey: row.person_key, nameKey: row.name_key, birthYear: row.birth_year })
    return match ? [{ row, ...match }] : []
  })
  return found.toSorted((a, b) => a.rank - b.rank || (a.row.id < b.row.id ? -1 : 1)).slice(0, max)
}

/** Returns the people of several registers by id. */
async function peopleOf(db: Db, found: readonly Found[]) {
  const idsOf = new Map<string, string[]>()
  for (const { row } of found) idsOf.set(row.place_id, [...(idsOf.get(row.place_id) ?? []), row.id])
  const people = new Map<string, Match['person']>()
  for (const [placeId, ids] of idsOf)
    for (const row of await registeredByIds(db, placeId, ids)) people.set(row.id, presentRegistered(row))
  return people
}

/** Returns the row into which a person of a register of the user's shelters was merged. @throws reception.personNotFound (404) */
export async function personOfOwnShelters(db: Db, userId: string, registeredId: string): Promise<string> {
  const rootId = await rootOfOwnShelters(db, userId, registeredId)
  if (rootId === undefined) throw new AppError('reception.personNotFound')
  return rootId
}
