import { AlertGroups } from '../../features/alerts/admin/alert-groups.tsx'

export function AdminAlertGroups() {
  return <AlertGroups />
}
