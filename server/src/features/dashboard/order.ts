import { AppError } from '#/http/errors.ts'

/** Returns the ids with `id` moved to `position`: from 1, at most the end. Without a position it keeps its index. */
export function moveToPosition(ids: readonly string[], id: string, position: number | undefined): string[] {
  const others = ids.filter((otherId) => otherId !== id)
  const currentIndex = ids.includes(id) ? ids.indexOf(id) : others.length
  return others.toSpliced(position === undefined ? currentIndex : position - 1, 0, id)
}

/** Checks a new order. @throws dashboard.orderChanged (409) unless the new order contains exactly the current ids. */
export function assertSameMembers(ids: readonly string[], newOrder: readonly string[]): void {
  const currentIds = new Set(ids)
  const newIds = new Set(newOrder)
  const isSame = newIds.size === newOrder.length && newIds.size === currentIds.size && newOrder.every((id) => currentIds.has(id))
  if (!isSame) throw new AppError('dashboard.orderChanged')
}
