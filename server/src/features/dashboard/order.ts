import { AppError } from '#/http/errors.ts'

/** The ids with one of them at a place of its own: from 1, beyond the end is the end. */
export function placedAt(ids: readonly string[], id: string, position: number | undefined): string[] {
  const others = ids.filter((one) => one !== id)
  const stays = ids.includes(id) ? ids.indexOf(id) : others.length
  return others.toSpliced(position === undefined ? stays : position - 1, 0, id)
}

/** @throws dashboard.orderChanged (409) when the new order does not hold exactly what is there. */
export function sameMembers(ids: readonly string[], newOrder: readonly string[]): void {
  const there = new Set(ids)
  const given = new Set(newOrder)
  const isSame = given.size === newOrder.length && given.size === there.size && newOrder.every((id) => there.has(id))
  if (!isSame) throw new AppError('dashboard.orderChanged')
}
