import { keyOf } from './entity.ts'
import { asRead, type EntityDatabase } from './entity-database.ts'
import type { EarlyRows } from './early-rows.ts'

/** Answers the first reads of a database by the rows that the start script has read. */
export function withEarlyRows(database: EntityDatabase, early: EarlyRows | undefined): EntityDatabase {
  let rows = early
  const taken = new Set<string>()
  /** Runs work that may change the rows on disk. */
  const changing = <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) => {
    return (...args: Args) => {
      rows = undefined
      return work(...args)
    }
  }
  const take = async <Result>(key: string, reading: Promise<(() => Result) | null> | undefined) => {
    if (!reading || taken.has(key)) return null
    taken.add(key)
    const of = rows
    const result = await reading
    return of === rows ? result : null // the rows have changed meanwhile
  }
  return {
    ...database,
    claim: async (owner) => {
      const claimed = (await take('claim', rows?.claim))?.()
      if (claimed?.owner === owner) return { cursor: claimed.cursor ?? null, hasRows: claimed.hasRows }
      rows = undefined
      return database.claim(owner)
    },
    rowsOf: async (type) => {
      const result = await take(type.name, rows?.rows.get(type.name))
      return result ? result().map(asRead) : database.rowsOf(type)
    },
    newestOf: async (type, group, count) => {
      const newest = rows?.newest
      const list = keyOf(type.name, group)
      const isRead = newest?.list === list && newest.count === count
      const result = await take(list, isRead ? newest.rows : undefined)
      return result ? result().map(asRead) : database.newestOf(type, group, count)
    },
    write: changing(database.write),
    drop: changing(database.drop),
    trim: changing(database.trim),
    clear: changing(database.clear),
  }
}
