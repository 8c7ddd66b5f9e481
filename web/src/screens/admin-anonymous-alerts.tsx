import { AnonymousAlerts } from '../features/admin/components/anonymous-alerts.tsx'

export function AdminAnonymousAlerts() {
  return <AnonymousAlerts />
}
