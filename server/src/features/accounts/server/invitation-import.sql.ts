import { sql } from 'kysely'
import type { Recipient } from '@noroshi/contract/accounts/invitation-import.http'
import type { Db } from '#/db/pool.ts'

/** Returns those of these addresses that have an account. */
export async function emailsOfUsers(db: Db, emails: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('users')
    .select('email')
    .where('email', '=', sql<string>`ANY(${emails}::text[])`)
    .execute()
  return new Set(rows.map(({ email }) => email))
}

const NAMES = sql<string>`first_name || E'\n' || last_name`

/** The personal invitations that are not used, revoked or expired. */
const openInvitations = (db: Db, now: Date) =>
  db
    .selectFrom('invitations')
    .where('batch_id', 'is not', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .whereRef('used_count', '<', 'max_uses')

/** Returns the open personal invitations with one of these addresses, or without an address and with one of these names. */
export function openInvitationsOf(db: Db, recipients: readonly Recipient[], now: Date) {
  const emails = recipients.flatMap(({ email }) => email ?? [])
  const names = recipients.flatMap(({ email, firstName, lastName }) => (email === null ? `${firstName}\n${lastName}` : []))
  return openInvitations(db, now)
    .select(['id', 'email', 'first_name', 'last_name'])
    .where(sql<boolean>`(email = ANY(${emails}::text[]) OR (email IS NULL AND ${NAMES} = ANY(${names}::text[])))`)
    .execute()
}

interface NewPersonalInvitation {
  readonly id: string
  readonly code_hash: Buffer
  readonly label: string
  readonly created_by: string
  readonly max_uses: number
  readonly created_at: Date
  readonly expires_at: Date
  readonly batch_id: string
  readonly position: number
  readonly email: string | null
  readonly first_name: string
  readonly last_name: string
  readonly mail: 'waiting' | null
}

export const insertPersonalInvitations = (tx: Db, invitations: readonly NewPersonalInvitation[]) =>
  tx.insertInto('invitations').values(invitations).execute()

export const revokeInvitationRows = (tx: Db, ids: readonly string[], at: Date) =>
  tx
    .updateTable('invitations')
    .set({ revoked_at: at })
    .where('id', '=', sql<string>`ANY(${ids}::uuid[])`)
    .execute()

/** Returns the invitations of a batch by position. */
export async function invitationsOfBatch(db: Db, batchId: string) {
  const rows = await db
    .selectFrom('invitations')
    .select(['id', 'position', 'mail', 'expires_at'])
    .where('batch_id', '=', batchId)
    .execute()
  return new Map(rows.map((row) => [row.position, row]))
}

/** Returns the invitations of a batch whose mails no request has begun to send. */
export const invitationsToMail = (db: Db, batchId: string) =>
  db
    .selectFrom('invitations')
    .select(['id', 'email', 'expires_at'])
    .where('batch_id', '=', batchId)
    .where('mail', '=', 'waiting')
    .where('mail_begun_at', 'is', null)
    .orderBy('position')
    .execute()

/** Marks a mail right before it is sent. @returns false if another request has begun to send it, or its link has ended */
export async function beginMail(db: Db, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('invitations')
    .set({ mail_begun_at: now })
    .where('id', '=', id)
    .where('mail_begun_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Ends the mails of a batch that no request will send: those of ended links, and those that began before a time without an end. */
export const endLostMails = (db: Db, batchId: string, begunBefore: Date) =>
  db
    .updateTable('invitations')
    .set({ mail: 'failed' })
    .where('batch_id', '=', batchId)
    .where('mail', '=', 'waiting')
    .where((row) => row.or([row('revoked_at', 'is not', null), row('mail_begun_at', '<', begunBefore)]))
    .execute()

export const setMailOutcome = (db: Db, id: string, mail: 'sent' | 'failed') =>
  db.updateTable('invitations').set({ mail }).where('id', '=', id).execute()

/** Returns the open invitation of any kind that a code belongs to. */
export const openInvitationByCode = (db: Db, codeHash: Buffer, now: Date) =>
  db
    .selectFrom('invitations')
    .select(['email', 'first_name', 'last_name'])
    .where('code_hash', '=', codeHash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .whereRef('used_count', '<', 'max_uses')
    .executeTakeFirst()

/** Deletes personal invitations that expired or were revoked before a time, with the names and addresses of their recipients. */
export const deletePersonalInvitations = (db: Db, before: Date) =>
  db
    .deleteFrom('invitations')
    .where('batch_id', 'is not', null)
    .where(sql<boolean>`(expires_at < ${before} OR revoked_at < ${before})`)
    .execute()
