import type { Deps } from '#/deps.ts'
import { anonymiseEnded } from './roll-calls.sql.ts'

/** Counts the roll-calls that ended before a time and have people. */
export { countEnded as countOldRollCalls } from './roll-calls.sql.ts'

/** Removes the people and answers of roll-calls that ended before a time. Their numbers stay. Returns how many there were. */
export const anonymiseOldRollCalls = (deps: Deps, before: Date): Promise<number> =>
  deps.transaction((tx) => anonymiseEnded(tx, before, deps.now()))
