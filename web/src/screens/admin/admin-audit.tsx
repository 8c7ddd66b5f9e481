import { AuditLog } from '../../features/admin/components/audit-log.tsx'

export function AdminAudit() {
  return <AuditLog />
}
