import type { Deps } from '#/deps.ts'
import { anonymisePeople } from './anonymise.service.ts'
import { forgetWhereabouts, markClosedRegisters, takeOldRegisters } from './anonymise.sql.ts'

const DAY_MS = 86_400_000
/** Days after the end of a shelter until the people of its register are anonymised. Its numbers stay. */
const ANONYMISED_AFTER_DAYS = 90

/** Removes what names the people of shelters that closed {@link ANONYMISED_AFTER_DAYS} ago. Returns how many there were. */
export const anonymiseOldRegisters = (deps: Deps): Promise<number> =>
  deps.transaction(async (tx) => {
    const now = deps.now()
    await forgetWhereabouts(tx)
    await markClosedRegisters(tx, now)
    let people = 0
    for (const placeId of await takeOldRegisters(tx, new Date(now.getTime() - ANONYMISED_AFTER_DAYS * DAY_MS), now))
      people += await anonymisePeople(tx, { placeId }, now)
    return people
  })
