import { AlertFeeds } from '../../features/exchange/admin/alert-feeds.tsx'
import { TakServerPart } from '../../features/exchange/admin/tak-server.tsx'
import { NoticeRules } from '../../features/notices/admin/notice-rules.tsx'
import { NoticeSources } from '../../features/notices/admin/notice-sources.tsx'

/** The exchange with other systems: what leaves the server, what comes in, and what it causes. Each part is off at first. */
export function AdminExchange() {
  return (
    <>
      <AlertFeeds />
      <TakServerPart />
      <NoticeSources />
      <NoticeRules />
    </>
  )
}
