import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

/** Ids of the rows that `insertFixtures` inserts: one of each kind that an administrator may change. */
export const FIXTURE_IDS = {
  section: '01990000-0000-7000-8000-000000000001',
  link: '01990000-0000-7000-8000-000000000002',
  alertGroup: '01990000-0000-7000-8000-000000000003',
  lacsGroup: '01990000-0000-7000-8000-000000000004',
  /** A group without units. */
  emptyLacsGroup: '01990000-0000-7000-8000-000000000005',
  lacsUnit: '01990000-0000-7000-8000-000000000006',
  invitation: '01990000-0000-7000-8000-000000000007',
  /** A siren screen whose code was not used. */
  sirenScreen: '01990000-0000-7000-8000-000000000008',
  /** An open report about the first user. */
  report: '01990000-0000-7000-8000-000000000009',
  /** A shelter. */
  place: '01990000-0000-7000-8000-00000000000a',
  /** A source of official notices, of files only. */
  noticeSource: '01990000-0000-7000-8000-0000000000f2',
  noticeRule: '01990000-0000-7000-8000-0000000000f3',
  /** A feed of alerts for another system. */
  takServer: '01990000-0000-7000-8000-0000000000f5',
  alertFeed: '01990000-0000-7000-8000-0000000000f1',
} as const

/** Inserts the rows that do not exist yet. */
export async function insertFixtures(db: Db): Promise<void> {
  await db
    .insertInto('dashboard_sections')
    .values({ id: FIXTURE_IDS.section, title: 'Around here', type: 'textLink', position: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('dashboard_links')
    .values({
      id: FIXTURE_IDS.link,
      section_id: FIXTURE_IDS.section,
      link_url: '/alerts',
      is_external: false,
      link_text: 'Alerts',
      position: 1,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('alert_groups')
    .values({ id: FIXTURE_IDS.alertGroup, name: 'Night watch' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('lacs_groups')
    .values(
      [FIXTURE_IDS.lacsGroup, FIXTURE_IDS.emptyLacsGroup].map((id, index) => ({
        id,
        organization_name: 'Wakaba town',
        subdomain: `wakaba-${index}`,
        department_name: '',
        contact_person_name: '',
        contact_person_designation: '',
        share_data_among_units: false,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('lacs_units')
    .values({
      id: FIXTURE_IDS.lacsUnit,
      group_id: FIXTURE_IDS.lacsGroup,
      unit_id: 'hall-1',
      unit_name: 'Hall',
      is_cloud_unit: false,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('invitations')
    .values({
      id: FIXTURE_IDS.invitation,
      code_hash: Buffer.from('hash of an unknown code'),
      label: 'neighbours',
      max_uses: 3,
      expires_at: new Date(Date.now() + 86_400_000),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('siren_screens')
    .values({
      id: FIXTURE_IDS.sirenScreen,
      name: 'Hall',
      code_hash: Buffer.from('hash of an unknown code of a screen'),
      code_expires_at: new Date(Date.now() + 86_400_000),
      created_at: new Date(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('notice_sources')
    .values({ id: FIXTURE_IDS.noticeSource, name: 'JMA', channel: 'file', areas: [], created_at: new Date() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('notice_rules')
    .values({
      id: FIXTURE_IDS.noticeRule,
      kind: 'earthquake',
      min_severity: 'severe',
      areas: ['宮城県'],
      question: 'Are you safe?',
      created_at: new Date(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('alert_feeds')
    .values({
      id: FIXTURE_IDS.alertFeed,
      name: 'Fire department',
      recipient: 'Fire department',
      token_hash: Buffer.from('hash of an unknown token of a feed'),
      sender: 'noroshi-test',
      is_test: false,
      includes_names: true,
      includes_texts: true,
      includes_locations: true,
      includes_drills: false,
      created_at: new Date(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('places')
    .values({
      id: FIXTURE_IDS.place,
      kind: 'shelter',
      name: 'School',
      note: '',
      state: 'open',
      latitude: 38.26,
      longitude: 140.87,
      created_at: new Date(),
      updated_at: new Date(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('reports')
    .columns(['id', 'reporter_id', 'reported_id', 'reason', 'created_at'])
    .expression((row) =>
      row
        .selectFrom('users')
        .select([
          sql<string>`${FIXTURE_IDS.report}::uuid`.as('id'),
          'users.id as reporter_id',
          'users.id as reported_id',
          'users.first_name',
          'users.created_at',
        ])
        .limit(1),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
