import { useSyncExternalStore } from 'react'
import { useUnit } from '../platform/unit.ts'
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

/** What the browser's tab says: what waits, the page, and the unit that it belongs to: `(3) Messages · Noroshi`. */
export function PageTitle({ children: page }: { children?: string | undefined }) {
  const unit = useUnit()?.name ?? 'Noroshi'
  const count = useSyncExternalStore(watch, () => waiting)
  const title = page ? `${page} · ${unit}` : unit
  return <title>{count === 0 ? title : `(${countText(count)}) ${title}`}</title>
}
