import type { PageDraft, PageDraftHead } from '@noroshi/contract/pages/drafts.http'
import type { PageMember } from '@noroshi/contract/pages/page-members.http'
import type { Page, PageCard } from '@noroshi/contract/pages/pages.http'
import { defineCoverage } from '../../platform/store/coverage.ts'
import { defineEntity } from '../../platform/store/entity.ts'

interface OfPage {
  /** Id of the page. */
  readonly id: string
}
/** All pages that the user may read were read. */
export interface PageListing {
  /** 'all' */
  readonly id: string
  /** The time of the last read, in milliseconds since 1970. */
  readonly at: number
}
/** The user's membership. Only replies contain it: the newest read decides. */
export interface PageMembership extends OfPage {
  /** The time at which the read began, in milliseconds since 1970. */
  readonly at: number
  /** null: the user is not a member. */
  readonly membership: PageMember | null
}
export interface DraftContent extends Pick<PageDraft, 'draftContent'> {
  /** Id of the draft. */
  readonly id: string
}

const idOf = ({ id }: { readonly id: string }) => id
const versionOf = ({ version }: { readonly version: number }) => version
const atOf = ({ at }: { readonly at: number }) => at
const ofPage = ({ id }: OfPage) => ['page', id] as const

export const pageEntity = defineEntity<PageCard>({ name: 'page', id: idOf, version: versionOf })

/** A page as it was when its content was read. Events have no content. */
export const readPageEntity = defineEntity<Page>({ name: 'readPage', id: idOf, version: versionOf, parent: ofPage })

export const pageListingEntity = defineEntity<PageListing>({ name: 'pageListing', id: idOf, version: atOf })

export const pageMembershipEntity = defineEntity<PageMembership>({
  name: 'pageMembership',
  id: idOf,
  version: atOf,
  parent: ofPage,
})

export const draftEntity = defineEntity<PageDraftHead>({
  name: 'draft',
  id: idOf,
  version: versionOf,
  parent: ({ PageId }) => ['page', PageId],
})

/** The content of a draft, which never changes. */
export const draftContentEntity = defineEntity<DraftContent>({
  name: 'draftContent',
  id: idOf,
  version: () => 1,
  parent: ({ id }) => ['draft', id],
})

export const draftCoverage = defineCoverage('draftCoverage', 'page')

export const pageEntities = [
  pageEntity,
  readPageEntity,
  pageListingEntity,
  pageMembershipEntity,
  draftEntity,
  draftContentEntity,
  draftCoverage,
] as const
