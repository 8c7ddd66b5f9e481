import { AuditLog } from '../../features/admin/components/audit-log.tsx'
import { ExportAudit } from '../../features/record/components/export-audit.tsx'

export function AdminAudit() {
  return (
    <>
      <ExportAudit />
      <AuditLog />
    </>
  )
}
