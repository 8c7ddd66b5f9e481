import { VERSION } from '@noroshi/contract/version'
import type { Db } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { unitSettings } from '#/features/accounts/server/unit.service.ts'
import { lacsUnitById } from '#/features/admin/lacs-mirror.service.ts'
import { hostsForOthers } from '#/tls/own-names.ts'

/** The facts that this unit tells of itself. Its LACS unit has its name, before that the settings of the server. */
export async function ownFacts({ config }: Pick<Deps, 'config'>, db: Db, unitId: string) {
  const lacsUnit = await lacsUnitById(db, unitId)
  const { name } = await unitSettings(db)
  return {
    id: unitId,
    name: lacsUnit?.unit_name ?? name,
    isCloudUnit: lacsUnit?.is_cloud_unit ?? false,
    // HTTP is enough: bundles are encrypted and signed.
    urls:
      config.publicUrl === null ? hostsForOthers(config.host).map((host) => `http://${host}:${config.port}`) : [config.publicUrl],
    version: VERSION,
  }
}
