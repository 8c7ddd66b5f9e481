import { AlertFeeds } from '../../features/exchange/admin/alert-feeds.tsx'

export function AdminExchange() {
  return <AlertFeeds />
}
