import type { Db } from './pool.ts'

/** Runs several reads that all see the same commits. */
export const inSnapshot = <Result>(db: Db, read: (snapshot: Db) => Promise<Result>): Promise<Result> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
