import { useSyncExternalStore } from 'react'
import { countText } from './count-text.ts'

/** What waits to be read: before the title, so that it is seen in the row of tabs. Told by the overlays. */
let waiting = 0
const watchers = new Set<() => void>()

export function setTitleCount(count: number) {
  if (count === waiting) return
  waiting = count
  for (const watcher of watchers) watcher()
}

const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** `(3) Messages · Noroshi`; without a title of its own, the page is Noroshi. */
export function PageTitle({ children = '' }: { children?: string | undefined }) {
  const count = useSyncExternalStore(watch, () => waiting)
  const title = children === '' ? 'Noroshi' : `${children} · Noroshi`
  return <title>{count === 0 ? title : `(${countText(count)}) ${title}`}</title>
}
