import { AnonymousAlerts } from '../../features/alerts/admin/anonymous-alerts.tsx'

export function AdminAnonymousAlerts() {
  return <AnonymousAlerts />
}
