import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Language } from '@noroshi/contract/i18n'
import { type LastSeen, lastSeenRoutes } from '@noroshi/contract/messaging/last-seen.http'
import { call } from '../../../platform/connection/http.ts'
import { serverNow } from '../../../platform/connection/server-time.ts'
import { type Text, useLanguage, useText } from '../../../platform/language/i18n.ts'
import { clockTime, dayKey, dayLabel } from '../../../platform/language/time.ts'
import { useNow } from '../../../platform/use-now.ts'

/** Milliseconds between two requests of a page that shows a thread. */
const LAST_SEEN_EVERY_MS = 30_000

/** When the other members of a thread were last here. It is never stored on the device. */
const lastSeenQuery = (id: string) =>
  queryOptions({
    queryKey: ['messages', 'lastSeen', id] as const,
    queryFn: () => call(lastSeenRoutes.list, { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => state.data?.isShared === true && LAST_SEEN_EVERY_MS,
  })

/** Returns when the other members of a thread were last here, as far as the user may see it, by their ids. */
export function useLastSeen(threadId: string): ReadonlyMap<string, LastSeen> {
  const { data, isError } = useQuery(lastSeenQuery(threadId))
  return new Map(isError ? [] : data?.items.map((seen) => [seen.userId, seen]))
}

/** Returns the text of when a member was last here; null if the user may not see it. */
export function textOfLastSeen(seen: LastSeen | undefined, now: Date, language: Language, text: Text): string | null {
  if (seen === undefined) return null
  if (seen.isOnline) return text('lastSeen.online')
  if (dayKey(seen.at) === dayKey(now)) return text('lastSeen.today', { time: clockTime(seen.at) })
  const yesterday = text('lastSeen.yesterday')
  const day = dayLabel(seen.at, now, language, { today: '', yesterday })
  return day === yesterday ? yesterday : text('lastSeen.day', { day })
}

export function useLastSeenText() {
  const text = useText()
  const language = useLanguage()
  useNow() // the texts change with the day
  return (seen: LastSeen | undefined) => textOfLastSeen(seen, new Date(serverNow()), language, text)
}

/** When the other member of a personal thread was last here, below their name. */
export function RecipientLastSeen({ threadId }: { threadId: string }) {
  const [seen] = useLastSeen(threadId).values()
  const note = useLastSeenText()(seen)
  return note === null ? null : <small>{note}</small>
}
