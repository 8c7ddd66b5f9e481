import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { defineRoutes, Instant, listOf, Uuid, Version } from '../define.ts'
import { REVIEW_REMARKS_MAX } from '../limits.ts'
import { LocationHint } from '../location.ts'
import { Revision } from './pages.http.ts'
import { PageContent } from './rich-text.ts'

/** `discarded`: taken back by whoever drafted it, before anybody reviewed it. */
export const DraftStatus = z.enum(['pending', 'approved', 'rejected', 'discarded'])
export type DraftStatus = z.infer<typeof DraftStatus>

/** A draft as events tell of it: all of it but its content. */
export const PageDraftHead = z
  .object({
    id: Uuid,
    PageId: Uuid,
    /** The published revision that it began from. */
    baseRevision: Revision,
    status: DraftStatus,
    /** Its first words. */
    excerpt: z.string(),
    reviewRemarks: z.string().nullable(),
    reviewedBy: Person.nullable(),
    reviewedAt: Instant.nullable(),
    DraftedByUserId: Uuid,
    draftedBy: Person,
    createdAt: Instant,
    updatedAt: Instant,
    version: Version,
  })
  .meta({ id: 'PageDraftHead' })
export type PageDraftHead = z.infer<typeof PageDraftHead>

/** A draft (specification, section 3): for who drafted it and for members with canModerateUpdates. */
export const PageDraft = PageDraftHead.extend({
  /** Rich text (rich-text.ts) as a JSON string. */
  draftContent: z.string(),
}).meta({ id: 'PageDraft' })
export type PageDraft = z.infer<typeof PageDraft>

/** What a reviewer compares: the draft, what it began from, and what is published now. */
export const DraftComparison = z
  .object({
    draft: PageDraft,
    /** The published content that the draft began from. */
    baseContent: z.string(),
    published: z.object({ revision: Revision, content: z.string() }),
  })
  .meta({ id: 'DraftComparison' })
export type DraftComparison = z.infer<typeof DraftComparison>

const ById = z.object({ id: Uuid })
const ByDraft = z.object({ id: Uuid, draftId: Uuid })
const Cursor = z.object({ cursor: Uuid.optional() })

export const draftRoutes = defineRoutes({
  create: {
    method: 'POST',
    path: '/pages/create/draft',
    access: 'member',
    body: z.object({
      PageId: Uuid,
      draftContent: PageContent,
      /** The published revision that it began from; the newest unless given. */
      baseRevision: Revision.optional(),
      clientId: Uuid.optional(),
      /** Taken and not kept: a draft has no place. */
      location: LocationHint,
    }),
    status: 201,
    reply: PageDraft,
    summary: 'Submit a draft for review: for members with canUpdate. The same clientId again answers the same draft.',
  },
  review: {
    method: 'PATCH',
    path: '/pages/draft/review',
    access: 'member',
    body: z.object({
      id: Uuid,
      PageId: Uuid,
      status: z.enum(['approved', 'rejected'], 'pages.review.choose'),
      reviewRemarks: z
        .string('common.wrongType')
        .trim()
        .max(REVIEW_REMARKS_MAX, 'common.tooLong')
        .transform((text) => (text === '' ? null : text))
        .nullable()
        .default(null),
      /**
       * The published revision that the reviewer saw beside the draft. A draft whose base is old is published only with this one, and only
       * while it is still the newest; else 409 `page.draftOutdated`: nothing is overwritten unseen.
       */
      comparedRevision: Revision.optional(),
      /** What is published in the draft's place, such as the merge of both; the draft itself unless given. */
      content: PageContent.optional(),
    }),
    reply: PageDraft,
    summary:
      'Approve a draft, which publishes it, or reject it: for members with canModerateUpdates. 409 page.draftReviewed for the second; the same review again answers the draft as it is.',
  },
  discard: {
    method: 'PUT',
    path: '/pages/:id/drafts/:draftId/discard',
    access: 'member',
    params: ByDraft,
    reply: PageDraft,
    summary: 'Take back an own draft that nobody reviewed yet.',
  },
  listOwn: {
    method: 'GET',
    path: '/pages/:id/drafts/user',
    access: 'member',
    params: ById,
    query: Cursor,
    reply: listOf(PageDraft),
    summary: 'One’s own drafts of a page, newest first, 20 at once.',
  },
  listPending: {
    method: 'GET',
    path: '/pages/:id/drafts/pending',
    access: 'member',
    params: ById,
    query: Cursor,
    reply: listOf(PageDraft),
    summary: 'The drafts of a page that wait, oldest first, 20 at once: for members with canModerateUpdates.',
  },
  compare: {
    method: 'GET',
    path: '/pages/:id/drafts/:draftId',
    access: 'member',
    params: ByDraft,
    reply: DraftComparison,
    summary: 'One draft beside what it began from and what is published: for who drafted it and for its reviewers.',
  },
})
