import type { Db } from '#/db/pool.ts'

/** Ids of what an administrator may change in a furnished unit: one row of each kind. */
export const FURNITURE = {
  section: '01990000-0000-7000-8000-000000000001',
  link: '01990000-0000-7000-8000-000000000002',
  alertGroup: '01990000-0000-7000-8000-000000000003',
  lacsGroup: '01990000-0000-7000-8000-000000000004',
  /** Without units. */
  emptyLacsGroup: '01990000-0000-7000-8000-000000000005',
  lacsUnit: '01990000-0000-7000-8000-000000000006',
  invitation: '01990000-0000-7000-8000-000000000007',
} as const

export async function furnish(db: Db): Promise<void> {
  await db
    .insertInto('dashboard_sections')
    .values({ id: FURNITURE.section, title: 'Around here', type: 'textLink', position: 1 })
    .execute()
  await db
    .insertInto('dashboard_links')
    .values({
      id: FURNITURE.link,
      section_id: FURNITURE.section,
      link_url: '/alerts',
      is_external: false,
      link_text: 'Alerts',
      position: 1,
    })
    .execute()
  await db.insertInto('alert_groups').values({ id: FURNITURE.alertGroup, name: 'Night watch' }).execute()
  await db
    .insertInto('lacs_groups')
    .values(
      [FURNITURE.lacsGroup, FURNITURE.emptyLacsGroup].map((id, index) => ({
        id,
        organization_name: 'Wakaba town',
        subdomain: `wakaba-${index}`,
        department_name: '',
        contact_person_name: '',
        contact_person_designation: '',
        share_data_among_units: false,
      })),
    )
    .execute()
  await db
    .insertInto('lacs_units')
    .values({ id: FURNITURE.lacsUnit, group_id: FURNITURE.lacsGroup, unit_id: 'hall-1', unit_name: 'Hall', is_cloud_unit: false })
    .execute()
  await db
    .insertInto('invitations')
    .values({
      id: FURNITURE.invitation,
      code_hash: Buffer.from('nobody knows its code'),
      label: 'neighbours',
      max_uses: 3,
      expires_at: new Date(Date.now() + 86_400_000),
    })
    .execute()
}
