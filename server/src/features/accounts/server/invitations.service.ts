import { createHash, randomBytes } from 'node:crypto'
import { newId } from '#/db/ids.ts'
import type { z } from 'zod'
import type { Invitation, InvitationForm, unitRoutes } from '@noroshi/contract/accounts/unit.http'
import { PAGE_SIZE } from '@noroshi/contract/limits'
import { pageOf } from '#/db/page-of.ts'
import type { Db } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import type { AuditActor } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { ownLink } from '#/http/own-link.ts'
import {
  redeemInvitationRow,
  insertInvitation,
  invitationRows,
  type InvitationRow,
  revokeInvitationRow,
} from './invitations.sql.ts'
import { peopleById } from '../people/people-by-id.service.ts'

/** Milliseconds of a day. */
export const DAY = 86_400_000
/** Bytes of the code of an invitation. */
export const CODE_BYTES = 24
/** The kind of the target of audit entries about invitations. */
export const targetKind = 'invitation'

/** Only the hash of a code is stored. */
export const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest()

/** Uses an invitation within the transaction of the registration. Returns false if it is not open. */
export const redeemInvitation = (tx: Db, code: string, now: Date): Promise<boolean> => redeemInvitationRow(tx, hashOf(code), now)

/** Returns the path of the registration with a code. */
export const pathOfCode = (code: string): string => `/register?invite=${code}`

/** Returns a page of all invitations, newest first. `cursor`: the id of the last one of the page before. */
export async function listInvitations({ db, now }: Deps, cursor: string | undefined) {
  const { items, nextCursor } = pageOf(await invitationRows(db, cursor, PAGE_SIZE + 1), PAGE_SIZE, (row) => row)
  return { items: await presentAll(db, items, now()), nextCursor }
}

/** Creates an invitation link. Only this reply contains its code. */
export async function createInvitation(
  deps: Deps,
  auditActor: AuditActor,
  { label, expiresInDays, maxUses }: z.output<typeof InvitationForm>,
): Promise<z.input<typeof unitRoutes.invite.reply>> {
  const now = deps.now()
  const code = randomBytes(CODE_BYTES).toString('base64url')
  const row = {
    id: newId(),
    code_hash: hashOf(code),
    label,
    created_by: auditActor.actor.id,
    max_uses: maxUses,
    created_at: now,
    expires_at: new Date(now.getTime() + expiresInDays * DAY),
  }
  await deps.transaction(async (tx) => {
    await insertInvitation(tx, row)
    const details = { name: label, expiresInDays, maxUses }
    await recordAudit(tx, { ...auditActor, action: 'invitation.created', targetKind, targetId: row.id, details })
  })
  const [presented] = await presentAll(deps.db, [{ ...row, used_count: 0, revoked_at: null }], now)
  if (!presented) throw new Error('presentAll returned no invitation')
  return { ...presented, ...ownLink(deps, pathOfCode(code)) }
}

/** Revokes an invitation. @throws invitation.notFound (404). */
export async function revokeInvitation(deps: Deps, auditActor: AuditActor, id: string): Promise<void> {
  await deps.transaction(async (tx) => {
    const row = await revokeInvitationRow(tx, id, deps.now())
    if (!row) throw new AppError('invitation.notFound')
    await recordAudit(tx, { ...auditActor, action: 'invitation.revoked', targetKind, targetId: id, details: { name: row.label } })
  })
}

async function presentAll(db: Db, rows: readonly InvitationRow[], now: Date): Promise<Invitation[]> {
  const people = await peopleById(
    db,
    rows.flatMap((row) => row.created_by ?? []),
  )
  return rows.map((row) => ({
    id: row.id,
    label: row.label,
    createdBy: (row.created_by !== null && people.get(row.created_by)) || null,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    maxUses: row.max_uses,
    usedCount: row.used_count,
    revokedAt: row.revoked_at?.toISOString() ?? null,
    isOpen: row.revoked_at === null && row.expires_at > now && row.used_count < row.max_uses,
  }))
}
