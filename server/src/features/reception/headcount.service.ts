import { type CountedStay, type Headcount, headcountAt } from '@noroshi/contract/reception/headcount'
import { Sex, StayMode } from '@noroshi/contract/reception/people'
import type { Deps } from '#/deps.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { countDoubles } from './doubles.service.ts'
import { presentNeeds } from './register.present.ts'
import { openShelter } from './shelters.service.ts'
import { type CountedRow, countedStays } from './stays.sql.ts'

const HOUR_MS = 3_600_000

const counted = (row: CountedRow): CountedStay => ({
  personId: row.root_id,
  householdId: row.household_id,
  mode: StayMode.parse(row.mode),
  enteredAt: row.entered_at,
  leftAt: row.left_at,
  isPet: row.is_pet,
  sex: Sex.parse(row.sex),
  birthYear: row.birth_year,
  needs: presentNeeds(row.needs),
})

/** Returns the headcount of a shelter now and at full hours before, newest first. @throws shelter.notFound (404) */
export async function readHeadcount(
  { db, now }: Deps,
  viewer: SignedIn,
  placeId: string,
  hours: number,
): Promise<{ now: Headcount; hours: Headcount[]; doubles: number }> {
  await openShelter(db, viewer, placeId, 'reception:count')
  const at = now()
  const fullHour = Math.floor(at.getTime() / HOUR_MS) * HOUR_MS
  const times = Array.from({ length: hours }, (_, index) => new Date(fullHour - index * HOUR_MS))
  const stays = (await countedStays(db, placeId, times.at(-1) ?? at)).map(counted)
  return {
    now: headcountAt(stays, at),
    hours: times.map((time) => headcountAt(stays, time)),
    doubles: await countDoubles(db, placeId),
  }
}
