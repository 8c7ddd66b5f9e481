import type { Db } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { anonymisePeople } from './anonymise.service.ts'
import { forgetWhereabouts, markClosedRegisters, oldRegisters, takeOldRegisters } from './anonymise.sql.ts'

/** Notes which shelters were closed, from when the time counts until the people of their registers are anonymised. */
export const noteClosedRegisters = (deps: Deps): Promise<void> =>
  deps.transaction(async (tx) => {
    await forgetWhereabouts(tx)
    await markClosedRegisters(tx, deps.now())
  })

/** Counts the registers of shelters that closed before a time and have people. */
export const countOldRegisters = async (db: Db, before: Date): Promise<number> => (await oldRegisters(db, before)).length

/** Removes what names the people of shelters that closed before a time. The numbers stay. Returns how many people there were. */
export const anonymiseOldRegisters = (deps: Deps, before: Date): Promise<number> =>
  deps.transaction(async (tx) => {
    const now = deps.now()
    let people = 0
    for (const placeId of await takeOldRegisters(tx, before, now)) people += await anonymisePeople(tx, { placeId }, now)
    return people
  })
