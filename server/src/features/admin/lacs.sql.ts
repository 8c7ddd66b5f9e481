import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

const groups = (db: Db) =>
  db
    .selectFrom('lacs_groups')
    .selectAll()
    .select((row) =>
      row
        .selectFrom('lacs_units')
        .whereRef('lacs_units.group_id', '=', 'lacs_groups.id')
        .where('lacs_units.deleted_at', 'is', null)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('unit_count'),
    )
    .where('deleted_at', 'is', null)

/** Returns LACS groups, ordered by organization name. */
export const lacsGroupRows = (db: Db) => groups(db).orderBy('organization_name').orderBy('id').execute()

export type LacsGroupRow = Awaited<ReturnType<typeof lacsGroupRows>>[number]
export type LacsGroupColumns = Pick<
  LacsGroupRow,
  | 'organization_name'
  | 'subdomain'
  | 'department_name'
  | 'contact_person_name'
  | 'contact_person_designation'
  | 'share_data_among_units'
>

export const lacsGroupById = (db: Db, id: string) => groups(db).where('id', '=', id).executeTakeFirst()

/** Returns a group and locks its row until the transaction ends, so that no unit is added to a group during its deletion. */
export async function lacsGroupForUpdate(db: Db, id: string): Promise<LacsGroupRow | undefined> {
  await db.selectFrom('lacs_groups').select('id').where('id', '=', id).forUpdate().execute()
  return lacsGroupById(db, id)
}

export const insertLacsGroup = (db: Db, group: LacsGroupColumns & { id: string }) =>
  db.insertInto('lacs_groups').values(group).execute()

export const updateLacsGroup = (db: Db, id: string, change: LacsGroupColumns | { deleted_at: Date }) =>
  db
    .updateTable('lacs_groups')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()

const units = (db: Db) =>
  db
    .selectFrom('lacs_units')
    .selectAll()
    .select(sql<string[]>`ARRAY(SELECT a.user_id::text FROM lacs_unit_admins a WHERE a.unit_id = lacs_units.id)`.as('admin_ids'))
    .where('deleted_at', 'is', null)

/** Returns LACS units, ordered by name. */
export const lacsUnitRows = (db: Db, groupId: string | undefined) =>
  units(db)
    .$if(groupId !== undefined, (query) => query.where('group_id', '=', groupId ?? ''))
    .orderBy('unit_name')
    .orderBy('id')
    .execute()

export type LacsUnitRow = Awaited<ReturnType<typeof lacsUnitRows>>[number]
export type LacsUnitColumns = Pick<LacsUnitRow, 'group_id' | 'unit_id' | 'unit_name' | 'is_cloud_unit'>

export const lacsUnitById = (db: Db, id: string) => units(db).where('id', '=', id).executeTakeFirst()

export async function lacsUnitForUpdate(db: Db, id: string): Promise<LacsUnitRow | undefined> {
  await db.selectFrom('lacs_units').select('id').where('id', '=', id).forUpdate().execute()
  return lacsUnitById(db, id)
}

export const insertLacsUnit = (db: Db, unit: LacsUnitColumns & { id: string }) =>
  db.insertInto('lacs_units').values(unit).execute()

export const updateLacsUnit = (db: Db, id: string, change: LacsUnitColumns | { deleted_at: Date }) =>
  db
    .updateTable('lacs_units')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()

export async function replaceAdmins(db: Db, unitId: string, userIds: readonly string[]): Promise<void> {
  await db.deleteFrom('lacs_unit_admins').where('unit_id', '=', unitId).execute()
  await sql`
    INSERT INTO lacs_unit_admins (unit_id, user_id) SELECT DISTINCT ${unitId}::uuid, unnest(${[...userIds]}::uuid[])`.execute(db)
}

/** Inserts a unit, or changes its name and kind. */
export const mirrorUnit = (tx: Db, { id, ...columns }: LacsUnitColumns & { readonly id: string }) =>
  tx
    .insertInto('lacs_units')
    .values({ id, ...columns })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        unit_name: columns.unit_name,
        is_cloud_unit: columns.is_cloud_unit,
        updated_at: sql`now()`,
      }),
    )
    .execute()

/** Inserts a group of another server. Its subdomain gets an ending where a group here has it. */
export const mirrorGroup = (
  tx: Db,
  { id, organization_name, subdomain }: Pick<LacsGroupRow, 'id' | 'organization_name' | 'subdomain'>,
) =>
  sql`
    INSERT INTO lacs_groups (id, organization_name, subdomain, department_name, contact_person_name, contact_person_designation,
      share_data_among_units)
    SELECT ${id}::uuid, ${organization_name}::text, ${subdomain}::text || CASE WHEN EXISTS (
      SELECT FROM lacs_groups WHERE subdomain = ${subdomain}::text AND deleted_at IS NULL) THEN right('-' || ${id}::text, 13) ELSE '' END, '', '', '', true
    ON CONFLICT DO NOTHING`.execute(tx)
