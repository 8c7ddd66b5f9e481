import { keyOf } from './entity.ts'
import { asRead, type EntityDatabase } from './entity-database.ts'
import type { EarlyRows } from './early-rows.ts'

/** Answers the first reads of a database from the rows that the start script has read. */
export function withEarlyRows(database: EntityDatabase, early: EarlyRows | undefined): EntityDatabase {
  let claim = early?.claim
  let newest = early?.newest
  let rows = new Map(early?.rows)
  const forget = () => {
    claim = undefined
    newest = undefined
    rows = new Map()
  }
  /** Runs work that changes rows on disk. Reads that began before it are repeated. */
  const changing = <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) => {
    return (...args: Args) => {
      forget()
      return work(...args)
    }
  }
  /** Returns the result of a reading; null if rows have changed meanwhile. */
  const resultOf = async <Result>(reading: Promise<(() => Result) | null>) => {
    const before = rows
    const result = await reading
    return before === rows ? result : null
  }
  return {
    ...database,
    claim: async (owner) => {
      const claiming = database.claim(owner) // at once, which keeps the order of claims and deletions
      const answered = claim && resultOf(claim)
      claim = undefined
      // Some browsers never answer.
      const result = await Promise.race([answered, claiming.then(() => null)])
      const claimed = result?.()
      if (claimed?.owner === owner) {
        claiming.catch(() => undefined)
        return { cursor: claimed.cursor ?? null, hasRows: claimed.hasRows }
      }
      forget()
      return claiming
    },
    rowsOf: async (type) => {
      const reading = rows.get(type.name)
      rows.delete(type.name)
      const result = reading && (await resultOf(reading))
      return result ? result().map(asRead) : database.rowsOf(type)
    },
    newestOf: async (type, group, count) => {
      const isRead = newest?.list === keyOf(type.name, group) && newest.count === count
      const reading = isRead ? newest?.rows : undefined
      if (isRead) newest = undefined
      const result = reading && (await resultOf(reading))
      return result ? result().map(asRead) : database.newestOf(type, group, count)
    },
    write: changing(database.write),
    drop: changing(database.drop),
    trim: changing(database.trim),
    clear: changing(database.clear),
  }
}
