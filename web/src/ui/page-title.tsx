import { useSyncExternalStore } from 'react'
import { useUnit } from '../platform/unit.ts'
import { countText } from './count-text.ts'

/** Unread count before the title, so that it is visible in the browser's tabs. The overlays set it. */
let unreadCount = 0
const listeners = new Set<() => void>()

export function setTitleCount(count: number) {
  if (count === unreadCount) return
  unreadCount = count
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The document title: the unread count, the page and the server's name, such as `(3) Messages · Noroshi`. */
export function PageTitle({ children: page }: { children?: string | undefined }) {
  const serverName = useUnit()?.name ?? 'Noroshi'
  const count = useSyncExternalStore(subscribe, () => unreadCount)
  const title = page ? `${page} · ${serverName}` : serverName
  return <title>{count === 0 ? title : `(${countText(count)}) ${title}`}</title>
}
