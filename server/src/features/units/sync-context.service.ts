import type { Deps } from '#/deps.ts'
import { memoizeAsync } from '#/http/memoize-async.ts'
import type { SyncKind } from './sync-kind.service.ts'
import { UnitKeys } from './unit-keys.ts'

/** The parts of the exchange that all its functions use. */
export interface SyncContext {
  readonly deps: Deps
  /** All kinds. A kind comes after those that it refers to. */
  readonly kinds: readonly SyncKind[]
  /** Returns the keys of this unit. The first call on a database creates them. */
  readonly keys: () => Promise<UnitKeys>
}

export const createSyncContext = (deps: Deps, kinds: readonly SyncKind[]): SyncContext => ({
  deps,
  kinds,
  keys: memoizeAsync(() => UnitKeys.open(deps.db)),
})
