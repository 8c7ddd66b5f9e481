import { randomInt } from 'node:crypto'
import type { z } from 'zod'
import { formatSirenCode, SIREN_CODE_LENGTH } from '@noroshi/contract/siren/siren.http'
import type { SirenScreen, SirenScreenForm, sirenScreenRoutes } from '@noroshi/contract/siren/siren-screens.http'
import { SIREN_CODE_HOURS, SIREN_SCREENS_MAX } from '@noroshi/contract/limits'
import { CODE_LETTERS } from '@noroshi/contract/text/typed-code'
import { newId } from '#/db/ids.ts'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import { isBuiltInGroup } from '#/features/alerts/groups/alert-groups-admin.service.ts'
import { lockLiveGroups } from '#/features/alerts/groups/alert-groups.service.ts'
import type { AuditActor } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { ownLink } from '#/http/own-link.ts'
import { sirenScreenRoom } from './siren.rooms.ts'
import { hashOfSecret } from './siren.service.ts'
import { deleteScreen, insertScreen, lockAndCountScreens, screenById, screenRows, type ScreenRow } from './siren.sql.ts'

const HOUR = 3_600_000
const targetKind = 'sirenScreen'

const newCode = (): string =>
  Array.from({ length: SIREN_CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')

/** Returns all siren screens, ordered by name. */
export const listSirenScreens = async (deps: Deps): Promise<{ items: SirenScreen[]; nextCursor: null }> => ({
  items: (await screenRows(deps.db)).map(presentScreen),
  nextCursor: null,
})

/**
 * Adds a siren screen. Only this reply contains its code.
 * @throws alertGroup.notFound (404), also for a deleted group; siren.tooManyScreens (409).
 */
export async function createSirenScreen(
  deps: Deps,
  auditActor: AuditActor,
  { name, groupIds }: z.output<typeof SirenScreenForm>,
): Promise<z.input<typeof sirenScreenRoutes.create.reply>> {
  const [id, code, now] = [newId(), newCode(), deps.now()]
  const uniqueIds = [...new Set(groupIds)]
  const row = await deps.transaction(async (tx) => {
    if ((await lockAndCountScreens(tx)) >= SIREN_SCREENS_MAX)
      throw new AppError('siren.tooManyScreens', { max: SIREN_SCREENS_MAX })
    await lockLiveGroups(tx, uniqueIds)
    const screen = {
      id,
      name,
      code_hash: hashOfSecret(code),
      code_expires_at: new Date(now.getTime() + SIREN_CODE_HOURS * HOUR),
      created_by: auditActor.actor.id,
      created_at: now,
    }
    await insertScreen(tx, screen, uniqueIds)
    await recordAudit(tx, { ...auditActor, action: 'sirenScreen.created', targetKind, targetId: id, details: { name } })
    return screenById(tx, id)
  })
  if (!row) throw new Error('the siren screen was not inserted')
  return { ...presentScreen(row), code: formatSirenCode(code), ...ownLink(deps, `/siren#${formatSirenCode(code)}`) }
}

/**
 * Revokes a siren screen: its token becomes invalid at once and its sockets are disconnected.
 * @throws siren.screenNotFound (404).
 */
export async function revokeSirenScreen(deps: Deps, auditActor: AuditActor, id: string): Promise<void> {
  await deps.transaction(async (tx) => {
    const screen = await deleteScreen(tx, id)
    if (!screen) throw new AppError('siren.screenNotFound')
    const details = { name: screen.name }
    await recordAudit(tx, { ...auditActor, action: 'sirenScreen.revoked', targetKind, targetId: id, details })
    tx.emit('siren:revoked', [sirenScreenRoom(id)], {})
  })
}

const presentScreen = (row: ScreenRow): SirenScreen => ({
  id: row.id,
  name: row.name,
  groups: row.groups.map(({ id, name, is_anonymous }) => ({
    id,
    name,
    isAnonymous: is_anonymous,
    isBuiltIn: isBuiltInGroup(id),
  })),
  createdAt: row.created_at.toISOString(),
  codeExpiresAt: row.code_expires_at.toISOString(),
  pairedAt: row.paired_at?.toISOString() ?? null,
  lastSeenAt: row.last_seen_at?.toISOString() ?? null,
})
