import { Reports } from '../../features/admin/components/reports.tsx'

export function AdminReports() {
  return <Reports />
}
