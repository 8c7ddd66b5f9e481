import { z } from 'zod'
import { defineRoutes, Done, FlagText, Instant, listOf, MomentText, Uuid, Version } from '../define.ts'
import { LINK_TEXT_MAX, LINK_URL_MAX, ORDER_MAX, SECTION_TITLE_MAX } from '../limits.ts'

/** How a section's links look (specification, section 3). */
export const SectionType = z.enum(['textLink', 'imageSlider', 'imageLink', 'iconLink'], 'dashboard.typeInvalid')
export type SectionType = z.infer<typeof SectionType>

/** The drawings that a link of an `iconLink` section chooses from. */
export const LINK_ICONS = [
  'bus',
  'calendar',
  'fire',
  'food',
  'heart',
  'hospital',
  'house',
  'info',
  'map',
  'news',
  'people',
  'pets',
  'phone',
  'power',
  'river',
  'school',
  'shelter',
  'shop',
  'townHall',
  'train',
  'volunteer',
  'waste',
  'water',
  'weather',
  'wifi',
] as const
export const LinkIcon = z.enum(LINK_ICONS, 'dashboard.iconInvalid')
export type LinkIcon = z.infer<typeof LinkIcon>

/** A block of links on the home page, in the order of `position` (from 1, without gaps). */
export const DashboardSection = z
  .object({ id: Uuid, title: z.string(), type: SectionType, position: z.int(), version: Version, updatedAt: Instant })
  .meta({ id: 'DashboardSection' })
export type DashboardSection = z.infer<typeof DashboardSection>

export const DashboardLink = z
  .object({
    id: Uuid,
    DashboardSectionId: Uuid,
    /** An http or https address where `isExternal`, else a path inside the app. */
    linkUrl: z.string(),
    isExternal: z.boolean(),
    linkText: z.string(),
    /** Readable by everybody, as the home is; null where none was sent. */
    imageUrl: z.string().nullable(),
    /** At most 640 px wide or high. */
    previewUrl: z.string().nullable(),
    iconName: LinkIcon.nullable(),
    /** When it begins and ceases to be shown; null: open. */
    start: Instant.nullable(),
    end: Instant.nullable(),
    position: z.int(),
    version: Version,
    updatedAt: Instant,
  })
  .meta({ id: 'DashboardLink' })
export type DashboardLink = z.infer<typeof DashboardLink>

/** Where a new or moved row goes, from 1; beyond the end is the end; absent: a new one goes last, a changed one stays. */
const Position = z.coerce.number('common.wrongType').int('common.wrongType').min(1, 'dashboard.positionTooSmall').optional()
const position = z.preprocess((value) => (value === '' || value === null ? undefined : value), Position)

/** The rules of a section's form (specification, section 5); the server's too. */
export const SectionForm = z.object({
  title: z
    .string('dashboard.titleRequired')
    .trim()
    .min(1, 'dashboard.titleRequired')
    .max(SECTION_TITLE_MAX, 'dashboard.titleTooLong'),
  type: SectionType,
  position,
})

/** An http or https address. */
export const isExternalUrl = (url: string): boolean => /^https?:\/\/[^/\\]/i.test(url) && URL.canParse(url)

const HERE = 'http://unit.invalid'
/** A path inside the app; never another scheme, never another host in disguise (`//`, `/\`, signs that browsers drop). */
export const isInternalPath = (url: string): boolean =>
  /^\/(?![/\\])/.test(url) && URL.canParse(url, HERE) && new URL(url, HERE).origin === HERE

/**
 * The rules of a link's form (specification, section 5); the server's too. The picture comes beside it as `image`; the section's
 * type decides on the server whether a picture (`imageSlider`, `imageLink`) or an icon (`iconLink`) must be there.
 */
export const LinkForm = z
  .object({
    DashboardSectionId: Uuid,
    linkUrl: z
      .string('dashboard.urlRequired')
      .trim()
      .min(1, { error: 'dashboard.urlRequired', abort: true })
      .max(LINK_URL_MAX, 'common.tooLong')
      .refine((url) => isExternalUrl(url) || isInternalPath(url), 'dashboard.urlInvalid'),
    isExternal: FlagText,
    linkText: z
      .string('dashboard.linkTextRequired')
      .trim()
      .min(1, 'dashboard.linkTextRequired')
      .max(LINK_TEXT_MAX, 'dashboard.linkTextTooLong'),
    iconName: z.preprocess((value) => (value === '' ? null : value), LinkIcon.nullable().default(null)),
    start: MomentText,
    end: MomentText,
    position,
    /** Takes the picture away; without it and without a new one, the picture stays. */
    removesImage: FlagText.default(false),
  })
  .refine((form) => form.isExternal === isExternalUrl(form.linkUrl), { path: ['linkUrl'], error: 'dashboard.urlOtherKind' })
  .refine((form) => !(Date.parse(form.end ?? '') <= Date.parse(form.start ?? '')), {
    path: ['end'],
    error: 'dashboard.endBeforeStart',
    // Told beside the other issues, and not only once they are gone.
    when: ({ value }) => typeof value === 'object' && value !== null,
  })

/** Every id of the list, in its new order. */
const Order = z.object({ ids: z.array(Uuid).max(ORDER_MAX, 'common.wrongType') })
const ById = z.object({ id: Uuid })

export const dashboardRoutes = defineRoutes({
  sections: {
    method: 'GET',
    path: '/dashboard-section/',
    access: 'public',
    reply: listOf(DashboardSection),
    summary: 'The sections of the home, in their order.',
  },
  createSection: {
    method: 'POST',
    path: '/dashboard-section',
    access: 'admin',
    body: SectionForm,
    status: 201,
    reply: DashboardSection,
    summary: 'Add a section.',
  },
  orderSections: {
    method: 'PUT',
    path: '/dashboard-section/order',
    access: 'admin',
    body: Order,
    reply: listOf(DashboardSection),
    summary: 'Give all sections a new order; 409 when one came or went meanwhile.',
  },
  updateSection: {
    method: 'PUT',
    path: '/dashboard-section/:id',
    access: 'admin',
    params: ById,
    body: SectionForm,
    reply: DashboardSection,
    summary: 'Change a section.',
  },
  removeSection: {
    method: 'DELETE',
    path: '/dashboard-section/:id',
    access: 'admin',
    params: ById,
    reply: Done,
    summary: 'Remove a section and its links.',
  },
  links: {
    method: 'GET',
    path: '/dashboard-section-links/dashboard-section/:id',
    access: 'public',
    params: ById,
    query: z.object({ all: FlagText.default(false) }),
    reply: listOf(DashboardLink),
    summary: 'The links of a section that are shown now, in their order; with `all`, an administrator gets the others too.',
  },
  createLink: {
    method: 'POST',
    path: '/dashboard-section-links',
    access: 'admin',
    form: LinkForm,
    status: 201,
    reply: DashboardLink,
    summary: 'Add a link to a section; a picture comes as `image`.',
  },
  updateLink: {
    method: 'PUT',
    path: '/dashboard-section-links/:id',
    access: 'admin',
    params: ById,
    form: LinkForm,
    reply: DashboardLink,
    summary: 'Change a link, or move it to another section.',
  },
  removeLink: {
    method: 'DELETE',
    path: '/dashboard-section-links/:id',
    access: 'admin',
    params: ById,
    reply: Done,
    summary: 'Remove a link and its picture.',
  },
  orderLinks: {
    method: 'PUT',
    path: '/dashboard-section-links/dashboard-section/:id/order',
    access: 'admin',
    params: ById,
    body: Order,
    reply: listOf(DashboardLink),
    summary: 'Give all links of a section a new order; 409 when one came or went meanwhile.',
  },
})
