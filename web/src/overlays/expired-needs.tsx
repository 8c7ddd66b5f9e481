import { useQueryClient } from '@tanstack/react-query'
import { expiredOf } from '../features/needs/board.ts'
import { needsQuery } from '../features/needs/needs.queries.ts'
import { useEvent } from '../platform/connection/live.ts'
import { serverNow } from '../platform/connection/server-time.ts'
import { currentUser } from '../platform/session/current-user.ts'
import { toastWarning } from '../ui/states/toast.tsx'

/** Asks the user on each page whether their expired entries of the needs board still hold. It renders nothing. */
export function ExpiredNeeds() {
  const cache = useQueryClient()
  useEvent('needs:expired', ({ ids }, { isCatchUp }) => {
    const ask = (count: number) => {
      if (count > 0) toastWarning('needs.stillNeeded', { count })
    }
    if (!isCatchUp) {
      ask(ids.length)
      return
    }
    // The user may have answered on another device since.
    void cache.fetchQuery(needsQuery).then(
      ({ items }) => ask(expiredOf(items, currentUser()?.id, new Date(serverNow())).filter(({ id }) => ids.includes(id)).length),
      () => ask(ids.length),
    )
  })
  return null
}
