import type { Person } from '@noroshi/contract/accounts/accounts.http'
import type { LacsGroup, LacsUnit } from '@noroshi/contract/admin/lacs.http'
import type { LacsGroupRow, LacsUnitRow } from './lacs.sql.ts'

export const presentLacsGroup = (row: LacsGroupRow): LacsGroup => ({
  id: row.id,
  organizationName: row.organization_name,
  subdomain: row.subdomain,
  departmentName: row.department_name,
  contactPersonName: row.contact_person_name,
  contactPersonDesignation: row.contact_person_designation,
  shareDataAmongUnits: row.share_data_among_units,
  unitCount: row.unit_count ?? 0,
  updatedAt: row.updated_at.toISOString(),
})

export const presentLacsUnit = (row: LacsUnitRow, people: ReadonlyMap<string, Person>): LacsUnit => ({
  id: row.id,
  LacsGroupId: row.group_id,
  unitId: row.unit_id,
  unitName: row.unit_name,
  isCloudUnit: row.is_cloud_unit,
  admins: row.admin_ids.flatMap((id) => people.get(id) ?? []).toSorted((a, b) => a.fullName.localeCompare(b.fullName)),
  updatedAt: row.updated_at.toISOString(),
})
