import type { PageDraft, PageDraftHead } from '@noroshi/contract/pages/drafts.http'
import type { PageFlags, PageMember } from '@noroshi/contract/pages/page-members.http'
import type { Page, PageCard } from '@noroshi/contract/pages/pages.http'
import { sessionUserId } from '../../platform/session/session.ts'
import { type Coverage, defineCoverage } from '../../platform/store/coverage.ts'
import { defineEntity, defineRead, defineVersioned, type ReadAt } from '../../platform/store/entity.ts'
import { defineReply } from '../../platform/store/replies.ts'
import type { Members } from '../../shared/people/member-changes.ts'

/** The user's membership of a page. */
export interface PageMembership extends ReadAt {
  /** null: the user is not a member. */
  readonly membership: PageMember | null
}
export type DraftContent = Pick<PageDraft, 'id' | 'draftContent' | 'DraftedByUserId'>

const ofPage = ({ id }: { readonly id: string }) => ['page', id] as const
/** The user of the session owns the disk, also before the page has the user's account. */
const isOwn = ({ DraftedByUserId }: Pick<PageDraft, 'DraftedByUserId'>) => DraftedByUserId === sessionUserId()

export const pageEntity = defineVersioned<PageCard>({ name: 'page' })

/** A page at the last read of its content, because events have no content. */
export const readPageEntity = defineVersioned<Page>({ name: 'readPage', parent: ofPage })

/** The record that all pages that the user may read were read. Its only id is 'all'. */
export const pageListingEntity = defineRead<ReadAt>({ name: 'pageListing' })

export const pageMembershipEntity = defineRead<PageMembership>({ name: 'pageMembership', parent: ofPage })

/** The members of a page, as the server returned them. */
export const pageMembersEntity = defineReply<Members<keyof PageFlags>>('pageMembers', 'page')

/**
 * The drafts of other authors are for reviewers and are not stored on disk, because the right to review may end while
 * the device is off.
 */
export const draftEntity = defineVersioned<PageDraftHead>({
  name: 'draft',
  parent: ({ PageId }) => ['page', PageId],
  isStored: isOwn,
})

/** The content of a draft, which never changes. */
export const draftContentEntity = defineEntity<DraftContent>({
  name: 'draftContent',
  id: ({ id }) => id,
  version: () => 1,
  parent: ({ id }) => ['draft', id],
  isStored: isOwn,
})

/** Returns the id of the coverage of a list of drafts of a page: the user's own, or those that await approval. */
export const draftListId = (pageId: string, list: 'own' | 'pending'): string => `${pageId} ${list}`

export const draftCoverage = {
  ...defineCoverage('draftCoverage', 'page'),
  // The drafts of this list are not stored on disk either.
  isStored: ({ id }: Coverage) => !id.endsWith(' pending'),
}

export const pageEntities = [
  pageEntity,
  readPageEntity,
  pageListingEntity,
  pageMembershipEntity,
  pageMembersEntity,
  draftEntity,
  draftContentEntity,
  draftCoverage,
] as const
