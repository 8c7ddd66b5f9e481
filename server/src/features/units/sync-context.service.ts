import { isConnectionLost } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { memoizeAsync } from '#/http/memoize-async.ts'
import type { SyncKind } from './sync-kind.service.ts'
import { UnitKeys } from './unit-keys.ts'

// Other features may import the services of a feature only.
export { note } from './lanes.sql.ts'

/** The parts of the exchange that all its functions use. */
export interface SyncContext {
  readonly deps: Deps
  /** All kinds. A kind comes after those that it refers to. */
  readonly kinds: readonly SyncKind[]
  /** Returns the keys of this unit. The first call on a database creates them. */
  readonly keys: () => Promise<UnitKeys>
  /** Called after segments were stored in this process: its own, or those of other units that were applied. */
  readonly onStored: (() => void)[]
}

export const createSyncContext = (deps: Deps, kinds: readonly SyncKind[]): SyncContext => ({
  deps,
  kinds,
  keys: memoizeAsync(() => UnitKeys.open(deps.db)),
  onStored: [],
})

/** Returns the handler that logs an error, so that other work goes on. It throws when the connection to the database is lost. */
export const logUnlessLost =
  ({ deps }: SyncContext) =>
  (error: unknown): void => {
    if (isConnectionLost(error)) throw error
    deps.logError(error)
  }
