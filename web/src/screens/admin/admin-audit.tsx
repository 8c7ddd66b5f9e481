import { AuditLog } from '../../features/admin/components/audit-log.tsx'
import { ExportAudit } from '../../features/record/admin/export-audit.tsx'

export function AdminAudit() {
  return (
    <>
      <ExportAudit />
      <AuditLog />
    </>
  )
}
