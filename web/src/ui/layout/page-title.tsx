import { createObservable, useObservable } from '../../platform/observable.ts'
import { useUnitName } from '../../platform/session/unit.ts'
import { countText } from './count-text.ts'

/** Unread count before the title, so that it is visible in the browser's tabs. The overlays set it. */
const unreadCount = createObservable(0)

export const setTitleCount = unreadCount.set

/** The document title: the unread count, the page and the server's name, such as `(3) Messages · Noroshi`. */
export function PageTitle({ children: page }: { children?: string | undefined }) {
  const serverName = useUnitName() ?? 'Noroshi'
  const count = useObservable(unreadCount)
  const title = page ? `${page} · ${serverName}` : serverName
  return <title>{count === 0 ? title : `(${countText(count)}) ${title}`}</title>
}
