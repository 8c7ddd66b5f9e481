import type { PersonPosition } from '@noroshi/contract/accounts/accounts.http'
import { currentUser } from '../current-user.ts'
import { defineEntity, defineRead, type ReadAt } from './entity.ts'
import type { EntityStore } from './entity-store.ts'
import { createListViews, createViews } from './views.ts'

const timeOf = (at: string) => Date.parse(at)

/** The last location that a person shares. */
export const positionEntity = defineEntity<PersonPosition>({
  name: 'position',
  id: ({ id }) => id,
  version: ({ at }) => timeOf(at),
})

/** The record that the locations that the user may see were read. */
export const positionListing = defineRead<ReadAt>({ name: 'positionListing' })

export const positionTypes = [positionEntity, positionListing] as const

/** Adds the location of a person from an event; null: since `at`, the person shares none. */
export function receivePosition(store: EntityStore, userId: string, position: PersonPosition | null, at: string): void {
  if (position) store.put(positionEntity, position)
  // Later than a location of the same millisecond.
  else store.remove(positionEntity, userId, timeOf(at) + 0.5)
}

/** Adds all locations that the user may see, from a reply. */
export function receivePositions(
  store: EntityStore,
  read: ReturnType<EntityStore['beginRead']>,
  positions: readonly PersonPosition[],
): void {
  for (const position of positions) store.put(positionEntity, position)
  read.forgetMissing(positionEntity, store.ids(positionEntity), new Set(positions.map(({ id }) => id)))
  store.put(positionListing, { id: 'all', at: Date.now() })
}

const positionView = createViews<PersonPosition>()
const listView = createListViews<PersonPosition>()

/** Returns the locations of other people; undefined until the server or the disk has listed them. */
export function positionsOf(store: EntityStore): readonly PersonPosition[] | undefined {
  if (!store.get(positionListing, 'all')) return undefined
  const known = store.ids(positionEntity).flatMap((id) => store.get(positionEntity, id) ?? [])
  const others = known.filter(({ id }) => id !== currentUser()?.id)
  return listView(
    store,
    'all',
    others.map((position) => positionView(store, position, [], () => position)),
  )
}
