import { createHmac } from 'node:crypto'
import type { Deps } from '#/deps.ts'
import { readOrCreateSecret } from '#/features/accounts/server/unit.service.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import type { AuditActor } from '#/http/authenticate.ts'
import { openShelter } from './shelters.service.ts'

const KEY_BYTES = 32

/** Returns the key of the secrets of desks. It is created once. */
export const deskSecretKey = ({ db }: Pick<Deps, 'db'>): Promise<Buffer> => readOrCreateSecret(db, 'deskSecretKey', KEY_BYTES)

/**
 * Returns the secret with which a desk of a shelter opens what its device stored, with an audit entry. No secret is stored.
 * @throws shelter.notFound (404)
 */
export const readDeskSecret = (
  deps: Deps,
  key: Buffer,
  auditActor: AuditActor,
  { placeId, deskId }: { readonly placeId: string; readonly deskId: string },
): Promise<{ secret: string }> =>
  deps.transaction(async (tx) => {
    const { name } = await openShelter(tx, auditActor.actor, placeId, 'reception:work')
    const target = { targetKind: 'place', targetId: placeId, details: { name } }
    await recordAudit(tx, { ...auditActor, action: 'register.deskOpened', ...target })
    return { secret: createHmac('sha256', key).update(placeId.toLowerCase()).update(deskId.toLowerCase()).digest('base64url') }
  })
