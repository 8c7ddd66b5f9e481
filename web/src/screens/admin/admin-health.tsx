import { Health } from '../../features/admin/health/health.tsx'

export function AdminHealth() {
  return <Health />
}
