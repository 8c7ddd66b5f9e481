import { ManageSections } from '../../features/dashboard/components/manage-sections.tsx'

export function AdminDashboard() {
  return <ManageSections />
}
