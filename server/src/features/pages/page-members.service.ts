import { can } from '@noroshi/contract/abilities'
import type { Viewer } from '@noroshi/contract/define'
import { PageFlags, type PageMember } from '@noroshi/contract/pages/page-members.http'
import type { Db } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { activeIdsAmong } from '#/features/accounts/people/people-by-id.service.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import type { AuditActor, SignedIn } from '#/http/authenticate.ts'
import { authorize } from '#/http/authorize.ts'
import { AppError } from '#/http/errors.ts'
import {
  deleteMember,
  insertMembers,
  memberById,
  memberOfUser,
  type PageMemberRow,
  pageMembers,
  updateMember,
} from './page-members.sql.ts'
import { emitMembersChanged } from './page-events.service.ts'
import { factsOf, presentMember } from './pages.present.ts'
import { openPage, openPageForChange } from './pages.service.ts'
import type { PageRow } from './pages.sql.ts'

type SomeFlags = { readonly [Name in keyof PageFlags]?: boolean | undefined }
interface Members {
  items: PageMember[]
  nextCursor: null
}

/** Max names in the audit record of one change. */
const AUDIT_NAMES_MAX = 20

const membersOf = async (db: Db, page: PageRow): Promise<Members> => ({
  items: (await pageMembers(db, page.id, page.created_by)).map(presentMember),
  nextCursor: null,
})

/** Returns the members of a page: the creator first, then by name. @throws page.notFound (404). */
export const listMembers = async ({ db }: Deps, viewer: Viewer, id: string): Promise<Members> =>
  membersOf(db, await openPage(db, viewer, id))

/** Returns the members of a public page. @throws page.notFound (404). */
export async function listPublicMembers({ db }: Deps, viewer: Viewer, id: string): Promise<Members> {
  const page = await openPage(db, viewer, id)
  if (!page.is_public) throw new AppError('page.notFound')
  return membersOf(db, page)
}

/** Returns the viewer's membership; null if they are not a member. @throws page.notFound (404). */
export async function findOwnMembership({ db }: Deps, viewer: SignedIn, id: string): Promise<PageMember | null> {
  await openPage(db, viewer, id)
  const row = await memberOfUser(db, id, viewer.id)
  return row ? presentMember(row) : null
}

/** Returns the viewer's membership. @throws page.notFound, page.memberNotFound (404). */
export const readOwnMembership = async (deps: Deps, viewer: SignedIn, id: string): Promise<PageMember> =>
  assertFound(await findOwnMembership(deps, viewer, id))

function assertFound<Found>(found: Found | null | undefined): Found {
  if (!found) throw new AppError('page.memberNotFound')
  return found
}

/** @throws page.notFound, page.personNotFound (404); page.notAllowed (403). */
export const addMembers = (deps: Deps, auditActor: AuditActor, id: string, userIds: readonly string[]): Promise<Members> =>
  deps.transaction(async (tx) => {
    const page = await loadManagedPage(tx, auditActor, id)
    const people = [...new Set(userIds)]
    if ((await activeIdsAmong(tx, people)).size < people.length) throw new AppError('page.personNotFound')
    const canUpdate = can(auditActor.actor, 'page:grantFlag', { ...factsOf(page), flag: 'canUpdate' })
    const flags = { can_update: canUpdate, can_moderate_updates: false, can_moderate_members: false }
    const added = await insertMembers(tx, id, people, flags, deps.now())
    const members = await membersOf(tx, page)
    if (added.length > 0) {
      const names = members.items.filter((member) => added.includes(member.UserId)).map((member) => member.user.fullName)
      await recordMemberAudit(tx, auditActor, 'page.membersAdded', page, {
        people: names.slice(0, AUDIT_NAMES_MAX),
        count: added.length,
      })
      emitMembersChanged(tx, id, added)
    }
    return members
  })

/**
 * Changes the given flags of a member; omitted flags keep their values.
 * @throws page.notFound, page.memberNotFound (404); page.notAllowed, page.flagNotHeld (403).
 */
export const changeMember = (
  deps: Deps,
  auditActor: AuditActor,
  id: string,
  memberId: string,
  flags: SomeFlags,
): Promise<PageMember> =>
  deps.transaction(async (tx) => {
    const { page, member } = await loadChangeableMember(tx, auditActor, id, memberId)
    assertGrants(auditActor, page, member, flags)
    await updateMember(tx, memberId, columnsOf(flags), deps.now())
    const after = assertFound(await memberById(tx, id, memberId))
    await recordMemberAudit(tx, auditActor, 'page.memberChanged', page, { people: [nameOf(member)], ...flags })
    emitMembersChanged(tx, id, [member.user_id])
    return presentMember(after)
  })

/** @throws page.notFound, page.memberNotFound (404); page.notAllowed (403). */
export const removeMember = (deps: Deps, auditActor: AuditActor, id: string, memberId: string): Promise<void> =>
  deps.transaction(async (tx) => {
    const { page, member } = await loadChangeableMember(tx, auditActor, id, memberId)
    await deleteMember(tx, memberId)
    await recordMemberAudit(tx, auditActor, 'page.memberRemoved', page, { people: [nameOf(member)] })
    emitMembersChanged(tx, id, [member.user_id])
  })

/** Locks and returns a page whose members the actor may change. @throws page.notFound (404); page.notAllowed (403). */
async function loadManagedPage(tx: Tx, { actor }: AuditActor, id: string): Promise<PageRow> {
  const page = await openPageForChange(tx, actor, id)
  authorize(actor, 'page:manageMembers', factsOf(page), 'page.notAllowed')
  return page
}

async function loadChangeableMember(tx: Tx, auditActor: AuditActor, id: string, memberId: string) {
  const page = await loadManagedPage(tx, auditActor, id)
  const member = assertFound(await memberById(tx, id, memberId))
  const facts = { ...factsOf(page), UserId: member.user_id, CreatedByUserId: page.created_by, isActive: member.is_active }
  authorize(auditActor.actor, 'page:changeMember', facts, 'page.notAllowed')
  return { page, member }
}

/** @throws page.flagNotHeld (403) for a flag that the member does not have yet and that the actor may not grant. */
function assertGrants({ actor }: AuditActor, page: PageRow, row: PageMemberRow, flags: SomeFlags): void {
  const member = presentMember(row)
  const granted = PageFlags.keyof().options.filter((flag) => flags[flag] === true && !member[flag])
  if (granted.some((flag) => !can(actor, 'page:grantFlag', { ...factsOf(page), flag }))) throw new AppError('page.flagNotHeld')
}

const nameOf = (member: PageMemberRow): string => presentMember(member).user.fullName

const recordMemberAudit = (tx: Tx, auditActor: AuditActor, action: string, page: PageRow, details: Record<string, unknown>) =>
  recordAudit(tx, { ...auditActor, action, targetKind: 'page', targetId: page.id, details: { name: page.title, ...details } })

const columnsOf = ({ canUpdate, canModerateUpdates, canModerateMembers }: SomeFlags) => ({
  ...(canUpdate !== undefined && { can_update: canUpdate }),
  ...(canModerateUpdates !== undefined && { can_moderate_updates: canModerateUpdates }),
  ...(canModerateMembers !== undefined && { can_moderate_members: canModerateMembers }),
})
