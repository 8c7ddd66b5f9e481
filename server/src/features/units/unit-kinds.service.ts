import { z } from 'zod'
import { isStorable, Uuid } from '@noroshi/contract/define'
import { mirrorLacsUnit } from '#/features/admin/lacs-mirror.service.ts'
import { insertUnit, revokeUnit, selfRow, unitRow, unitRows, updateUnit } from './roster.sql.ts'
import { vectorOf } from './roster.service.ts'
import { LANE } from './segments.ts'
import { defineSyncKind } from './sync-kind.service.ts'

/** Max units of a group. */
export const UNITS_MAX = 500
const NAME_MAX = 200
const URLS_MAX = 20

/** Public facts of a unit. */
export const UnitFacts = z.object({
  id: Uuid,
  name: z.string().max(NAME_MAX).refine(isStorable),
  isCloudUnit: z.boolean(),
  /** Origins. With a path or a query, the unit would choose what others request. */
  urls: z
    .array(
      z
        .url({ protocol: /^https?$/ })
        .max(NAME_MAX)
        .transform((url) => new URL(url).origin),
    )
    .max(URLS_MAX),
  version: z.string().max(NAME_MAX),
})

/** Public keys of a unit: Ed25519 (base64url) and age. */
export const UnitPublicKeys = z.object({
  signKey: z.string().regex(/^[\w-]{43}$/),
  boxKey: z.string().regex(/^age1[a-z0-9]{58}$/),
})

const Membership = UnitPublicKeys.extend({
  id: Uuid,
  name: z.string().max(NAME_MAX),
  validUntil: z.record(z.string().regex(LANE), z.int().positive()).nullable(),
})

/** The members of the group, which only its founder admits and revokes. A revocation is final. */
export const memberKind = defineSyncKind({
  name: 'member',
  schema: Membership,
  read: async (db, keys) =>
    (await unitRows(db))
      .filter(({ unit_id, confirmed_at }) => keys.includes(unit_id) && confirmed_at !== null)
      .map((row) => ({
        id: row.unit_id,
        name: row.name,
        signKey: row.sign_key,
        boxKey: row.box_key,
        validUntil: row.valid_until === null ? null : { ...vectorOf(row.valid_until) },
      })),
  receive: async (tx, { id, name, signKey, boxKey, validUntil }, { unitId }) => {
    const self = await selfRow(tx)
    if (self?.founder_id !== unitId) return false
    const known = await unitRow(tx, id)
    if (known === undefined) {
      if ((await unitRows(tx)).length >= UNITS_MAX) return false
      const facts = { is_cloud_unit: false, urls: [], paired_url: null, version: '', digits: null, confirmed_at: new Date() }
      await insertUnit(tx, { unit_id: id, name, sign_key: signKey, box_key: boxKey, ...facts })
      await mirrorLacsUnit(tx, { id, groupId: self.group_id ?? '', name, isCloudUnit: false })
    } else if (known.sign_key !== signKey || known.box_key !== boxKey) return false
    if (validUntil !== null && known?.valid_until == null) await revokeUnit(tx, id, validUntil)
    return true
  },
})

/** The facts of a unit, which only the unit itself tells. */
const unitKind = defineSyncKind({
  name: 'unit',
  schema: UnitFacts,
  read: async (db, keys) =>
    (await unitRows(db))
      .filter(({ unit_id }) => keys.includes(unit_id))
      .map((row) => ({
        id: row.unit_id,
        name: row.name,
        isCloudUnit: row.is_cloud_unit,
        urls: row.urls,
        version: row.version,
      })),
  receive: async (tx, { id, name, isCloudUnit, urls, version }, { unitId, selfId }) => {
    if (id !== unitId || id === selfId) return id === unitId
    await updateUnit(tx, id, { name, is_cloud_unit: isCloudUnit, urls, version })
    const self = await selfRow(tx)
    await mirrorLacsUnit(tx, { id, groupId: self?.group_id ?? '', name, isCloudUnit })
    return true
  },
})

export const unitKinds = [memberKind, unitKind]
