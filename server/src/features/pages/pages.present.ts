import type { PageMember } from '@noroshi/contract/pages/page-members.http'
import type { PageFacts } from '@noroshi/contract/pages/pages.abilities'
import type { Page, PageCard, PageRevision } from '@noroshi/contract/pages/pages.http'
import type { PageDraft, PageDraftHead } from '@noroshi/contract/pages/drafts.http'
import { UPLOADS_BASE } from '@noroshi/contract/routes'
import { presentPerson } from '#/features/accounts/people/people.service.ts'
import type { DraftRow } from './drafts.sql.ts'
import type { PageMemberRow } from './page-members.sql.ts'
import type { FlagsRow, PageRow } from './pages.sql.ts'
import type { RevisionRow } from './revisions.sql.ts'

export const presentCard = (row: PageRow): PageCard => ({
  id: row.id,
  title: row.title,
  excerpt: row.excerpt,
  firstMedia: row.media && presentFirstMedia(row.media),
  isPublic: row.is_public,
  ...(row.scope === 'group' && { isShared: true }),
  revision: row.revision,
  publishedAt: row.published_at.toISOString(),
  publishedBy: presentPerson(row.publisher),
  CreatedByUserId: row.created_by,
  createdBy: presentPerson(row.creator),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  version: row.version,
})

const presentFirstMedia = ({ kind, id, alt, has_preview }: NonNullable<PageRow['media']>) => ({
  kind,
  mediaUrl: `${UPLOADS_BASE}/${id}`,
  previewUrl: has_preview ? `${UPLOADS_BASE}/${id}/preview` : null,
  alt,
})

export const presentPage = (row: PageRow, content: string): Page => ({ ...presentCard(row), content })

const presentFlags = (row: FlagsRow) => ({
  canUpdate: row.can_update,
  canModerateUpdates: row.can_moderate_updates,
  canModerateMembers: row.can_moderate_members,
})

export const presentMember = (row: PageMemberRow): PageMember => ({
  id: row.id,
  PageId: row.page_id,
  UserId: row.user_id,
  user: presentPerson({ ...row, id: row.user_id }),
  isActive: row.is_active,
  ...presentFlags(row),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  version: row.version,
})

/** Returns the facts that the abilities of a page use, with the membership of the user for whom the row was loaded. */
export const factsOf = (page: { readonly is_public: boolean; readonly membership: FlagsRow | null }): PageFacts => ({
  isPublic: page.is_public,
  membership: page.membership && presentFlags(page.membership),
})

export const presentRevision = (row: RevisionRow): PageRevision => ({
  PageId: row.page_id,
  revision: row.revision,
  title: row.title,
  publishedAt: row.published_at.toISOString(),
  publishedBy: presentPerson(row.publisher),
  draftedBy: row.drafter && presentPerson(row.drafter),
  restoredFrom: row.restored_from,
})

export const presentDraftHead = (row: DraftRow): PageDraftHead => ({
  id: row.id,
  PageId: row.page_id,
  baseRevision: row.base_revision,
  status: row.status,
  excerpt: row.excerpt,
  reviewRemarks: row.review_remarks,
  reviewedBy: row.reviewer && presentPerson(row.reviewer),
  reviewedAt: row.reviewed_at?.toISOString() ?? null,
  DraftedByUserId: row.drafted_by,
  draftedBy: presentPerson(row.drafter),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  version: row.version,
})

export const presentDraft = (row: DraftRow): PageDraft => ({ ...presentDraftHead(row), draftContent: row.content })
