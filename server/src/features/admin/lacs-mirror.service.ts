import type { Db } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import { lacsGroupById, mirrorGroup, mirrorUnit } from './lacs.sql.ts'
import { presentLacsGroup } from './lacs.present.ts'

/** A unit of the group that shares data, as the other units tell it. */
interface MirroredUnit {
  readonly id: string
  readonly groupId: string
  readonly name: string
  readonly isCloudUnit: boolean
}

/** Adds or changes the LACS unit that stands for a paired unit. */
export const mirrorLacsUnit = (tx: Tx, { id, groupId, name, isCloudUnit }: MirroredUnit) =>
  mirrorUnit(tx, { id, group_id: groupId, unit_id: `unit-${id.slice(-12)}`, unit_name: name, is_cloud_unit: isCloudUnit })

/** Adds the LACS group of another unit, which shares data. Does nothing if this server has it. */
export const mirrorLacsGroup = (tx: Tx, id: string, organizationName: string, subdomain: string) =>
  mirrorGroup(tx, { id, organization_name: organizationName, subdomain })

/** Returns a LACS group; undefined if it does not exist. */
export async function findLacsGroup(tx: Db, id: string) {
  const row = await lacsGroupById(tx, id)
  return row && presentLacsGroup(row)
}

export { lacsUnitById } from './lacs.sql.ts'
