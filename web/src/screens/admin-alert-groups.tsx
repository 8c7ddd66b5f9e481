import { AlertGroups } from '../features/admin/components/alert-groups.tsx'

export function AdminAlertGroups() {
  return <AlertGroups />
}
