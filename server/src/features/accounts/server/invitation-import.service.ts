import { createHmac } from 'node:crypto'
import type { z } from 'zod'
import {
  InvitationMail,
  type invitationImportRoutes,
  type Recipient,
  type RecipientStatus,
} from '@noroshi/contract/accounts/invitation-import.http'
import { nameIn } from '@noroshi/contract/accounts/person-name'
import { INVITATION_LABEL_MAX } from '@noroshi/contract/limits'
import { cutText } from '@noroshi/contract/text/graphemes'
import { command, isRecorded } from '#/db/command.ts'
import { newId } from '#/db/ids.ts'
import type { Db } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import type { AuditActor } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { ownLink } from '#/http/own-link.ts'
import {
  deletePersonalInvitations,
  emailsOfUsers,
  insertPersonalInvitations,
  invitationsOfBatch,
  openInvitationByCode,
  openInvitationsOf,
  revokeInvitationRows,
} from './invitation-import.sql.ts'
import { mailInvitations, takeMails } from './invitation-mails.ts'
import { CODE_BYTES, DAY, hashOf, pathOfCode, targetKind } from './invitations.service.ts'
import { unitSettings } from './unit.service.ts'
import { lockSetting } from './unit.sql.ts'

type Form = z.output<typeof invitationImportRoutes.create.body>
type Reply = z.input<typeof invitationImportRoutes.create.reply>
type Item = Reply['items'][number]

const COMMAND = 'invitation:import'
/** Days for which the names and addresses of personal invitations are kept after these have ended. */
const KEPT_DAYS = 30

/** Returns which of these people are members or have an open personal invitation, and whether the server sends mails. */
export const checkRecipients = async (deps: Deps, recipients: readonly Recipient[]) => ({
  sendsMail: deps.mail !== null,
  items: await statusesOf(deps.db, recipients, deps.now()),
})

/**
 * Creates a personal invitation for each of these people and sends the mails. People who are members are left out, and those
 * who have an open personal invitation too unless it is replaced.
 * @throws auth.registrationClosed (403), invitation.noMail (409); conflict (409) for another request with this client id.
 */
export async function createPersonalInvitations(deps: Deps, auditActor: AuditActor, form: Form): Promise<Reply> {
  const { clientId, secret, items, mailLanguage } = form
  const scopeId = auditActor.actor.id
  const expiresAt = new Date(deps.now().getTime() + form.expiresInDays * DAY)
  const { hosts, httpPort } = ownLink(deps, '')
  const isFirst = !(await isRecorded(deps.db, { scopeId, name: COMMAND, clientId }))
  if (isFirst) {
    if ((await unitSettings(deps.db)).registration === 'closed') throw new AppError('auth.registrationClosed')
    if (mailLanguage !== null && deps.mail === null) throw new AppError('invitation.noMail')
  }
  const mailsAgainAt = isFirst ? await takeMailsOf(deps, form) : null
  if (mailsAgainAt !== null)
    return { mailsAgainAt: mailsAgainAt.toISOString(), expiresAt: expiresAt.toISOString(), hosts, httpPort, items: [] }

  const batchId = await command(
    deps,
    { viewer: auditActor.actor, name: COMMAND, clientId, body: form },
    async (tx, id) => {
      await insertBatch(tx, deps, auditActor, form, id, expiresAt)
      return id
    },
    async (_, id) => id,
  )
  const pathOf = (id: string) => pathOfCode(codeOf(secret, id))
  if (mailLanguage !== null) await mailInvitations(deps, batchId, mailLanguage, pathOf)
  const [created, statuses] = await Promise.all([invitationsOfBatch(deps.db, batchId), statusesOf(deps.db, items, deps.now())])
  return {
    mailsAgainAt: null,
    expiresAt: ([...created.values()][0]?.expires_at ?? expiresAt).toISOString(),
    hosts,
    httpPort,
    items: items.map((_, position): Item => {
      const row = created.get(position)
      if (!row) return { status: statuses[position] === 'member' ? 'member' : 'invited' }
      return { status: 'created', link: ownLink(deps, pathOf(row.id)).link, mail: InvitationMail.parse(row.mail ?? 'none') }
    }),
  }
}

/** Counts the mails of a batch. Returns when they can be sent if they have to wait. */
async function takeMailsOf(deps: Deps, { items, replaces, mailLanguage }: Form): Promise<Date | null> {
  if (mailLanguage === null) return null
  const statuses = await statusesOf(deps.db, items, deps.now())
  const isMailed = ({ email }: Recipient, index: number) =>
    email !== null && (statuses[index] === 'free' || (replaces && statuses[index] === 'invited'))
  return takeMails(deps, items.filter(isMailed).length)
}

async function insertBatch(tx: Tx, deps: Deps, auditActor: AuditActor, form: Form, batchId: string, expiresAt: Date) {
  const { items, replaces, secret, mailLanguage } = form
  const now = deps.now()
  await lockSetting(tx, 'personal invitations') // two administrators do not invite the same person at the same time
  const statuses = await statusesOf(tx, items, now)
  if (replaces) {
    const earlier = await openInvitationsOf(tx, items, now)
    await revokeInvitationRows(
      tx,
      earlier.map(({ id }) => id),
      now,
    )
  }
  const keys = items.map(keyOf)
  const rows = items.flatMap((recipient, position) => {
    const status = statuses[position]
    const isRepeated = keys.indexOf(keyOf(recipient)) < position
    if (isRepeated || status === 'member' || (status === 'invited' && !replaces)) return []
    const id = newId()
    const { email, firstName: first_name, lastName: last_name } = recipient
    return {
      id,
      code_hash: hashOf(codeOf(secret, id)),
      label: labelOf(recipient),
      created_by: auditActor.actor.id,
      max_uses: 1,
      created_at: now,
      expires_at: expiresAt,
      batch_id: batchId,
      position,
      email,
      first_name,
      last_name,
      mail: mailLanguage !== null && email !== null ? ('waiting' as const) : null,
    }
  })
  if (rows.length === 0) return
  await insertPersonalInvitations(tx, rows)
  const details = { count: rows.length, expiresInDays: form.expiresInDays }
  await recordAudit(tx, { ...auditActor, action: 'invitation.imported', targetKind, targetId: batchId, details })
}

/** Returns what the registration form proposes to the recipient of an invitation. @throws auth.inviteCode (400) if it is not open. */
export async function readInvitation(deps: Deps, code: string) {
  const row = await openInvitationByCode(deps.db, hashOf(code), deps.now())
  if (!row) throw new AppError('auth.inviteCode')
  return { firstName: row.first_name, lastName: row.last_name, email: row.email ?? '' }
}

/** Deletes the personal invitations that ended {@link KEPT_DAYS} ago. */
export const deleteEndedInvitations = ({ db, now }: Pick<Deps, 'db' | 'now'>) =>
  deletePersonalInvitations(db, new Date(now().getTime() - KEPT_DAYS * DAY))

/** The code of an invitation. Only the client that created the batch knows the secret. */
const codeOf = (secret: string, id: string): string =>
  createHmac('sha256', secret).update(id).digest().subarray(0, CODE_BYTES).toString('base64url')

/** The same for two rows of one recipient. */
const keyOf = ({ email, firstName, lastName }: Recipient): string => email ?? `${firstName}\n${lastName}`

/** The line that administrators see in the list of invitations. */
const labelOf = (recipient: Recipient): string =>
  cutText(nameIn('ja', recipient) || (recipient.email ?? ''), INVITATION_LABEL_MAX)

async function statusesOf(db: Db, recipients: readonly Recipient[], now: Date): Promise<RecipientStatus[]> {
  const [members, open] = await Promise.all([
    emailsOfUsers(
      db,
      recipients.flatMap(({ email }) => email ?? []),
    ),
    openInvitationsOf(db, recipients, now),
  ])
  const invited = new Set(
    open.map(({ email, first_name, last_name }) => keyOf({ email, firstName: first_name, lastName: last_name })),
  )
  return recipients.map((recipient) => {
    if (recipient.email !== null && members.has(recipient.email)) return 'member'
    return invited.has(keyOf(recipient)) ? 'invited' : 'free'
  })
}
