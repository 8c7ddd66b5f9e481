import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { defineRoutes, FlagText, listOf, RemovalReply, Timestamp, Uuid, Version, wholeText } from '../define.ts'
import { PAGE_SEARCH_MAX, PAGE_TITLE_MAX, PAGE_TITLE_MIN } from '../limits.ts'
import { PageContent } from './rich-text.ts'
import { nameText } from '../text/name-text.ts'

/** The number of a published content of a page, from 1. Each publication raises it. */
export const Revision = z.int().min(1, 'common.wrongType').max(2_147_483_647, 'common.wrongType')

/** A page without its content, for lists. */
export const PageCard = z
  .object({
    id: Uuid,
    title: z.string(),
    /** The first characters of its text, one line for each paragraph. */
    excerpt: z.string(),
    /** The first image or video; null without one. */
    firstMedia: z
      .object({
        kind: z.enum(['image', 'video']),
        mediaUrl: z.string(),
        /** The image at most 640 px wide or high. */
        previewUrl: z.string().nullable(),
        alt: z.string(),
      })
      .nullable(),
    /** Anonymous visitors may read it too. Signed-in users may read every page. */
    isPublic: z.boolean(),
    /** All units of the group have it. */
    isShared: z.boolean().optional(),
    /** The published revision. */
    revision: Revision,
    /** Time and author of the publication of this revision. */
    publishedAt: Timestamp,
    publishedBy: Person,
    CreatedByUserId: Uuid,
    createdBy: Person,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    version: Version,
  })
  .meta({ id: 'PageCard' })
export type PageCard = z.infer<typeof PageCard>

/** A page with its published content (specification, section 3). */
export const Page = PageCard.extend({
  /** Rich text (rich-text.ts) as a JSON string. */
  content: z.string(),
}).meta({ id: 'Page' })
export type Page = z.infer<typeof Page>

/** One published content of a page. */
export const PageRevision = z
  .object({
    PageId: Uuid,
    revision: Revision,
    title: z.string(),
    publishedAt: Timestamp,
    publishedBy: Person,
    /** The author of the approved draft; null if the content was published directly. */
    draftedBy: Person.nullable(),
    /** The older revision that this one restored; null otherwise. */
    restoredFrom: Revision.nullable(),
  })
  .meta({ id: 'PageRevision' })
export type PageRevision = z.infer<typeof PageRevision>

/** A revision with its content as JSON. */
export const PageRevisionContent = PageRevision.extend({ content: z.string() }).meta({ id: 'PageRevisionContent' })
export type PageRevisionContent = z.infer<typeof PageRevisionContent>

/** The form of a page (specification, section 5). */
export const PageForm = z.object({
  title: nameText('pages.titleRequired')
    .min(1, { error: 'pages.titleRequired', abort: true })
    .min(PAGE_TITLE_MIN, 'pages.titleTooShort')
    .max(PAGE_TITLE_MAX, 'pages.titleTooLong'),
  isPublic: FlagText.default(true),
  /** Whether all units of the group get the page. It cannot be taken back. If it is not sent, it stays unchanged. */
  isShared: FlagText.optional(),
})

const IdParams = z.object({ id: Uuid })
const RevisionParams = z.object({ id: Uuid, revision: wholeText().pipe(Revision) })

export const pageRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/pages',
    access: 'public',
    /** `search`: text in the title or the content. */
    query: z.object({ search: z.string('common.wrongType').trim().max(PAGE_SEARCH_MAX, 'common.tooLong').default('') }),
    reply: listOf(PageCard),
    summary: 'All pages that the viewer may read, ordered by title.',
  },
  get: {
    method: 'GET',
    path: '/pages/:id',
    access: 'public',
    params: IdParams,
    errors: ['page.notFound'],
    reply: Page,
    summary: 'One page with its published content; 404 without the right to read it.',
  },
  create: {
    method: 'POST',
    path: '/pages',
    access: 'admin',
    refusal: 'page.notAllowed',
    body: PageForm.extend({ clientId: Uuid.optional() }),
    errors: ['conflict', 'page.notFound', 'page.unitsNotSharing'],
    status: 201,
    reply: Page,
    summary:
      'Create an empty page. The creator becomes its first member with all flags. A repeated clientId returns the same page.',
  },
  rename: {
    method: 'PUT',
    path: '/pages/:id',
    access: 'admin',
    refusal: 'page.notAllowed',
    params: IdParams,
    /** If `isPublic` is not sent, it stays unchanged, so that a missing field never makes a page public. */
    body: PageForm.extend({ isPublic: FlagText.optional() }),
    errors: ['page.notFound', 'page.unitsNotSharing', 'page.staysShared', 'page.ofOtherUnit'],
    reply: Page,
    summary: 'Change the title of a page, who may read it, or whether all units get it.',
  },
  remove: {
    method: 'DELETE',
    path: '/pages/:id',
    access: 'admin',
    refusal: 'page.notAllowed',
    params: IdParams,
    errors: ['page.notFound'],
    reply: RemovalReply,
    summary: 'Delete a page with its drafts and revisions.',
  },
  publish: {
    method: 'PATCH',
    path: '/pages/:id',
    access: 'member',
    budget: 'everyday',
    params: IdParams,
    body: z.object({
      content: PageContent,
      /**
       * The revision that the content is based on: 409 `page.changed` if a newer one exists. Without it the content replaces any
       * revision.
       */
      baseRevision: Revision.optional(),
    }),
    errors: ['tooManyRequests', 'page.notFound', 'page.notAllowed', 'page.changed', 'page.documentNotFound'],
    reply: Page,
    summary: 'Publish content directly: for members with canModerateUpdates.',
  },
  listRevisions: {
    method: 'GET',
    path: '/pages/:id/revisions',
    access: 'member',
    params: IdParams,
    query: z.object({ cursor: wholeText().pipe(Revision).optional() }),
    errors: ['page.notFound', 'page.notAllowed'],
    reply: listOf(PageRevision),
    summary: 'Published revisions, newest first, 50 in one reply: for members with canModerateUpdates.',
  },
  getRevision: {
    method: 'GET',
    path: '/pages/:id/revisions/:revision',
    access: 'member',
    params: RevisionParams,
    errors: ['page.notFound', 'page.notAllowed', 'page.revisionNotFound'],
    reply: PageRevisionContent,
    summary: 'One revision with its content.',
  },
  restoreRevision: {
    method: 'PUT',
    path: '/pages/:id/revisions/:revision/restore',
    access: 'member',
    budget: 'everyday',
    params: RevisionParams,
    body: z.object({
      /** The revision that the user saw as the published one: 409 `page.changed` if a newer one exists. */
      baseRevision: Revision,
    }),
    errors: ['page.notFound', 'page.notAllowed', 'page.changed', 'page.revisionNotFound', 'page.documentNotFound'],
    reply: Page,
    summary: 'Publish the content of an older revision as a new revision: for members with canModerateUpdates.',
  },
})
