import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { defineRoutes, Done, FlagText, Instant, listOf, Uuid, Version } from '../define.ts'
import { PAGE_SEARCH_MAX, PAGE_TITLE_MAX, PAGE_TITLE_MIN } from '../limits.ts'
import { PageContent } from './rich-text.ts'

/** Raised each time that a page's content is published; the first is 1. */
export const Revision = z.int().min(1, 'common.wrongType').max(2_147_483_647, 'common.wrongType')

/** A page as lists show it: all of it but its content. */
export const PageCard = z
  .object({
    id: Uuid,
    title: z.string(),
    /** Its first words, a line for each paragraph. */
    excerpt: z.string(),
    /** Its first image or video; null without one. */
    firstMedia: z
      .object({
        kind: z.enum(['image', 'video']),
        mediaUrl: z.string(),
        /** The image at most 640 px wide or high. */
        previewUrl: z.string().nullable(),
        alt: z.string(),
      })
      .nullable(),
    /** Anonymous visitors may read it too. Whoever is signed in may read every page. */
    isPublic: z.boolean(),
    /** Which published content this is. */
    revision: Revision,
    /** When that was published, and by whom. */
    publishedAt: Instant,
    publishedBy: Person,
    CreatedByUserId: Uuid,
    createdBy: Person,
    createdAt: Instant,
    updatedAt: Instant,
    version: Version,
  })
  .meta({ id: 'PageCard' })
export type PageCard = z.infer<typeof PageCard>

/** A page as its readers see it (specification, section 3). */
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
    publishedAt: Instant,
    publishedBy: Person,
    /** Whose draft it was; null where it was published directly. */
    draftedBy: Person.nullable(),
    /** The older revision that was brought back by this one; null where none was. */
    restoredFrom: Revision.nullable(),
  })
  .meta({ id: 'PageRevision' })
export type PageRevision = z.infer<typeof PageRevision>

export const PageRevisionContent = PageRevision.extend({ content: z.string() }).meta({ id: 'PageRevisionContent' })
export type PageRevisionContent = z.infer<typeof PageRevisionContent>

/** The rules of a page's form (specification, section 5); the server's too. */
export const PageForm = z.object({
  title: z
    .string('pages.titleRequired')
    .trim()
    .min(1, { error: 'pages.titleRequired', abort: true })
    .min(PAGE_TITLE_MIN, 'pages.titleTooShort')
    .max(PAGE_TITLE_MAX, 'pages.titleTooLong'),
  isPublic: FlagText.default(true),
})

const ById = z.object({ id: Uuid })
const ByRevision = z.object({ id: Uuid, revision: z.coerce.number('common.wrongType').pipe(Revision) })

export const pageRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/pages',
    access: 'public',
    /** Words that stand in the title or the text. */
    query: z.object({ search: z.string('common.wrongType').trim().max(PAGE_SEARCH_MAX, 'common.tooLong').default('') }),
    reply: listOf(PageCard),
    summary: 'The pages that oneself may read, by title; all of them.',
  },
  get: {
    method: 'GET',
    path: '/pages/:id',
    access: 'public',
    params: ById,
    reply: Page,
    summary: 'One page with its published content; 404 for who may not read it.',
  },
  create: {
    method: 'POST',
    path: '/pages',
    access: 'admin',
    refusal: 'page.notAllowed',
    body: PageForm.extend({ clientId: Uuid.optional() }),
    status: 201,
    reply: Page,
    summary: 'Make an empty page; oneself is its first member, with every flag. The same clientId again answers the same page.',
  },
  rename: {
    method: 'PUT',
    path: '/pages/:id',
    access: 'admin',
    refusal: 'page.notAllowed',
    params: ById,
    /** `isPublic` stays where it is not sent: nobody opens a page by leaving something out. */
    body: PageForm.extend({ isPublic: FlagText.optional() }),
    reply: Page,
    summary: 'Give a page another title, or say who may read it.',
  },
  remove: {
    method: 'DELETE',
    path: '/pages/:id',
    access: 'admin',
    refusal: 'page.notAllowed',
    params: ById,
    reply: Done,
    summary: 'Delete a page with its drafts and its history.',
  },
  publish: {
    method: 'PATCH',
    path: '/pages/:id',
    access: 'member',
    params: ById,
    body: z.object({
      content: PageContent,
      /** The revision that it began from: 409 `page.changed` where another was published since. Without it, it is published over any. */
      baseRevision: Revision.optional(),
    }),
    reply: Page,
    summary: 'Publish content directly: for members with canModerateUpdates.',
  },
  listRevisions: {
    method: 'GET',
    path: '/pages/:id/revisions',
    access: 'member',
    params: ById,
    query: z.object({ cursor: z.coerce.number('common.wrongType').pipe(Revision).optional() }),
    reply: listOf(PageRevision),
    summary: 'What was published, newest first, 50 at once: for members with canModerateUpdates.',
  },
  getRevision: {
    method: 'GET',
    path: '/pages/:id/revisions/:revision',
    access: 'member',
    params: ByRevision,
    reply: PageRevisionContent,
    summary: 'One of them with its content.',
  },
  restoreRevision: {
    method: 'PUT',
    path: '/pages/:id/revisions/:revision/restore',
    access: 'member',
    params: ByRevision,
    body: z.object({
      /** The revision that was shown as the published one: 409 `page.changed` where it is another by now. */
      baseRevision: Revision,
    }),
    reply: Page,
    summary: 'Publish an older content again, as a new revision: for members with canModerateUpdates.',
  },
})
