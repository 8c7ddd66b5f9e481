import { UnitsAdmin } from '../../features/units/admin/units-admin.tsx'

export function AdminUnits() {
  return <UnitsAdmin />
}
