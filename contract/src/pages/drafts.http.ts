import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { defineRoutes, Timestamp, listOf, Uuid, Version } from '../define.ts'
import { REVIEW_REMARKS_MAX } from '../limits.ts'
import { LocationHint } from '../location.ts'
import { Revision } from './pages.http.ts'
import { PageContent } from './rich-text.ts'
import { bodyText } from '../text/body-text.ts'

/** `discarded`: the author withdrew the draft before a review. */
export const DraftStatus = z.enum(['pending', 'approved', 'rejected', 'discarded'])
export type DraftStatus = z.infer<typeof DraftStatus>

/** A draft without its content, for events. */
export const PageDraftHead = z
  .object({
    id: Uuid,
    PageId: Uuid,
    /** The published revision that the draft is based on. */
    baseRevision: Revision,
    status: DraftStatus,
    /** The first characters of its text. */
    excerpt: z.string(),
    reviewRemarks: z.string().nullable(),
    reviewedBy: Person.nullable(),
    reviewedAt: Timestamp.nullable(),
    DraftedByUserId: Uuid,
    draftedBy: Person,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    version: Version,
  })
  .meta({ id: 'PageDraftHead' })
export type PageDraftHead = z.infer<typeof PageDraftHead>

/** A draft (specification, section 3), for its author and for members with canModerateUpdates. */
export const PageDraft = PageDraftHead.extend({
  /** Rich text (rich-text.ts) as a JSON string. */
  draftContent: z.string(),
}).meta({ id: 'PageDraft' })
export type PageDraft = z.infer<typeof PageDraft>

/** The contents that a reviewer compares: the draft, its base and the published content. */
export const DraftComparison = z
  .object({
    draft: PageDraft,
    /** The published content that the draft is based on. */
    baseContent: z.string(),
    published: z.object({ revision: Revision, content: z.string() }),
  })
  .meta({ id: 'DraftComparison' })
export type DraftComparison = z.infer<typeof DraftComparison>

const IdParams = z.object({ id: Uuid })
const DraftParams = z.object({ id: Uuid, draftId: Uuid })
const CursorQuery = z.object({ cursor: Uuid.optional() })

export const draftRoutes = defineRoutes({
  create: {
    method: 'POST',
    path: '/pages/create/draft',
    access: 'member',
    budget: 'everyday',
    body: z.object({
      PageId: Uuid,
      draftContent: PageContent,
      /** The published revision that the draft is based on; the newest by default. */
      baseRevision: Revision.optional(),
      clientId: Uuid.optional(),
      /** Accepted and ignored: a draft has no location. */
      location: LocationHint,
    }),
    errors: ['conflict', 'tooManyRequests', 'page.notFound', 'page.notAllowed', 'page.revisionNotFound', 'page.documentNotFound'],
    status: 201,
    reply: PageDraft,
    summary: 'Submit a draft for review: for members with canUpdate. A repeated clientId returns the same draft.',
  },
  review: {
    method: 'PATCH',
    path: '/pages/draft/review',
    access: 'member',
    body: z.object({
      id: Uuid,
      PageId: Uuid,
      status: z.enum(['approved', 'rejected'], 'pages.review.choose'),
      reviewRemarks: bodyText()
        .max(REVIEW_REMARKS_MAX, 'common.tooLong')
        .transform((text) => (text === '' ? null : text))
        .nullable()
        .default(null),
      /**
       * The published revision that the reviewer compared with the draft. To approve a draft with an outdated base, this must be the
       * newest revision; otherwise the reply is 409 `page.draftOutdated`. So a review never overwrites unseen content.
       */
      comparedRevision: Revision.optional(),
      /** The content to publish, such as a merge of draft and published content; the draft by default. */
      content: PageContent.optional(),
    }),
    errors: [
      'tooManyRequests',
      'page.notFound',
      'page.notAllowed',
      'page.draftNotFound',
      'page.draftReviewed',
      'page.draftOutdated',
      'page.documentNotFound',
    ],
    reply: PageDraft,
    summary:
      'Approve a draft, which publishes it, or reject it: for members with canModerateUpdates. 409 page.draftReviewed if another review came first; repeating the same review returns the draft.',
  },
  discard: {
    method: 'PUT',
    path: '/pages/:id/drafts/:draftId/discard',
    access: 'member',
    params: DraftParams,
    errors: ['page.notFound', 'page.notAllowed', 'page.draftNotFound', 'page.draftReviewed'],
    reply: PageDraft,
    summary: 'Discard an own draft that was not reviewed yet.',
  },
  listOwn: {
    method: 'GET',
    path: '/pages/:id/drafts/user',
    access: 'member',
    params: IdParams,
    query: CursorQuery,
    errors: ['page.notFound'],
    reply: listOf(PageDraft),
    summary: 'The own drafts of a page, newest first, 20 in one reply.',
  },
  listPending: {
    method: 'GET',
    path: '/pages/:id/drafts/pending',
    access: 'member',
    params: IdParams,
    query: CursorQuery,
    errors: ['page.notFound', 'page.notAllowed'],
    reply: listOf(PageDraft),
    summary: 'Pending drafts of a page, oldest first, 20 in one reply: for members with canModerateUpdates.',
  },
  compare: {
    method: 'GET',
    path: '/pages/:id/drafts/:draftId',
    access: 'member',
    params: DraftParams,
    errors: ['page.notFound', 'page.draftNotFound'],
    reply: DraftComparison,
    summary: 'One draft with its base and the published content: for its author and its reviewers.',
  },
})
