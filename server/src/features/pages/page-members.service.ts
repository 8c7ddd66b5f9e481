import { can } from '@noroshi/contract/abilities'
import type { Viewer } from '@noroshi/contract/define'
import type { PageFlags, PageMember } from '@noroshi/contract/pages/page-members.http'
import type { Db } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { activeOf } from '#/features/accounts/people-by-id.service.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import type { Doer, SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { pageReviewersRoom } from '#/realtime/rooms.ts'
import {
  deleteMember,
  insertMembers,
  memberById,
  memberOfUser,
  type PageMemberRow,
  pageMembers,
  updateMember,
} from './page-members.sql.ts'
import { tellMembers } from './page-events.service.ts'
import { factsOf, presentMember } from './pages.present.ts'
import { openPage, openPageForChange } from './pages.service.ts'
import type { PageRow } from './pages.sql.ts'

type SomeFlags = { readonly [Name in keyof PageFlags]?: boolean | undefined }
interface Members {
  items: PageMember[]
  nextCursor: null
}

/** Of whoever is added. */
const FIRST_FLAGS = { can_update: true, can_moderate_updates: false, can_moderate_members: false }
/** Names that the log keeps of a change of many people. */
const NAMES_KEPT = 20

const membersOf = async (db: Db, page: PageRow): Promise<Members> => ({
  items: (await pageMembers(db, page.id, page.created_by)).map(presentMember),
  nextCursor: null,
})

/** By name, the creator first. @throws page.notFound (404). */
export const listMembers = async ({ db }: Deps, viewer: Viewer, id: string): Promise<Members> =>
  membersOf(db, await openPage(db, viewer, id))

/** Of a page that everybody may read. @throws page.notFound (404). */
export async function listPublicMembers({ db }: Deps, viewer: Viewer, id: string): Promise<Members> {
  const page = await openPage(db, viewer, id)
  if (!page.is_public) throw new AppError('page.notFound')
  return membersOf(db, page)
}

/** What oneself is in a page. @throws page.notFound, page.memberNotFound (404). */
export async function readOwnMembership({ db }: Deps, viewer: SignedIn, id: string): Promise<PageMember> {
  await openPage(db, viewer, id)
  return presentMember(there(await memberOfUser(db, id, viewer.id)))
}

function there(row: PageMemberRow | undefined): PageMemberRow {
  if (!row) throw new AppError('page.memberNotFound')
  return row
}

/** @throws page.notFound, page.personNotFound (404); page.notAllowed (403). */
export const addMembers = (deps: Deps, doer: Doer, id: string, userIds: readonly string[]): Promise<Members> =>
  deps.transaction(async (tx) => {
    const page = await managed(tx, doer, id)
    const people = [...new Set(userIds)]
    if ((await activeOf(tx, people)).size < people.length) throw new AppError('page.personNotFound')
    const added = await insertMembers(tx, id, people, FIRST_FLAGS, deps.now())
    const members = await membersOf(tx, page)
    if (added.length > 0) {
      const names = members.items.filter((member) => added.includes(member.UserId)).map((member) => member.user.fullName)
      await record(tx, doer, 'page.membersAdded', page, { people: names.slice(0, NAMES_KEPT), count: added.length })
      tellMembers(tx, id, added)
    }
    return members
  })

/** What is not sent stays. @throws page.notFound, page.memberNotFound (404); page.notAllowed (403). */
export const changeMember = (deps: Deps, doer: Doer, id: string, memberId: string, flags: SomeFlags): Promise<PageMember> =>
  deps.transaction(async (tx) => {
    const { page, member } = await changeable(tx, doer, id, memberId)
    await updateMember(tx, memberId, columnsOf(flags), deps.now())
    const after = there(await memberById(tx, id, memberId))
    await record(tx, doer, 'page.memberChanged', page, { people: [nameOf(member)], ...flags })
    follow(deps, tx, id, member.user_id, after.can_moderate_updates)
    return presentMember(after)
  })

/** @throws page.notFound, page.memberNotFound (404); page.notAllowed (403). */
export const removeMember = (deps: Deps, doer: Doer, id: string, memberId: string): Promise<void> =>
  deps.transaction(async (tx) => {
    const { page, member } = await changeable(tx, doer, id, memberId)
    await deleteMember(tx, memberId)
    await record(tx, doer, 'page.memberRemoved', page, { people: [nameOf(member)] })
    follow(deps, tx, id, member.user_id, false)
  })

/** The page locked against other changes of its members, for who may make them. */
async function managed(tx: Tx, { actor }: Doer, id: string): Promise<PageRow> {
  const page = await openPageForChange(tx, actor, id)
  if (!can(actor, 'page:manageMembers', factsOf(page))) throw new AppError('page.notAllowed')
  return page
}

async function changeable(tx: Tx, doer: Doer, id: string, memberId: string) {
  const page = await managed(tx, doer, id)
  const member = there(await memberById(tx, id, memberId))
  const facts = { ...factsOf(page), UserId: member.user_id, CreatedByUserId: page.created_by }
  if (!can(doer.actor, 'page:changeMember', facts)) throw new AppError('page.notAllowed')
  return { page, member }
}

/** Who reviews hears of drafts at once, who does no more hears no more. */
function follow({ realtime }: Deps, tx: Tx, pageId: string, userId: string, isReviewer: boolean): void {
  const room = pageReviewersRoom(pageId)
  tx.beforeTelling(() => (isReviewer ? realtime.joinRoom([userId], room) : realtime.leaveRoom([userId], room)))
  tellMembers(tx, pageId, [userId])
}

const nameOf = (member: PageMemberRow): string => presentMember(member).user.fullName

const record = (tx: Tx, doer: Doer, action: string, page: PageRow, details: Record<string, unknown>) =>
  recordAudit(tx, { ...doer, action, targetKind: 'page', targetId: page.id, details: { name: page.title, ...details } })

const columnsOf = ({ canUpdate, canModerateUpdates, canModerateMembers }: SomeFlags) => ({
  ...(canUpdate !== undefined && { can_update: canUpdate }),
  ...(canModerateUpdates !== undefined && { can_moderate_updates: canModerateUpdates }),
  ...(canModerateMembers !== undefined && { can_moderate_members: canModerateMembers }),
})
