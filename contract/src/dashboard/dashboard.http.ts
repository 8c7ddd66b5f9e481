import { z } from 'zod'
import { defineRoutes, EmptyReply, FlagText, listOf, Timestamp, TimestampText, Uuid, Version, wholeText } from '../define.ts'
import { LINK_TEXT_MAX, LINK_URL_MAX, SECTION_TITLE_MAX } from '../limits.ts'
import { nameText } from '../text/name-text.ts'

/** Rows that one request reorders. */
const ORDER_MAX = 1000

/** The layout of the links of a section (specification, section 3). */
export const SectionType = z.enum(['textLink', 'imageSlider', 'imageLink', 'iconLink'], 'dashboard.typeInvalid')
export type SectionType = z.infer<typeof SectionType>

/** The icons of links in `iconLink` sections. */
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

/** A section of links on the home page. Sections are ordered by `position` (from 1, without gaps). */
export const DashboardSection = z
  .object({ id: Uuid, title: z.string(), type: SectionType, position: z.int(), version: Version, updatedAt: Timestamp })
  .meta({ id: 'DashboardSection' })
export type DashboardSection = z.infer<typeof DashboardSection>

/** A link or a feature of the dashboard. It is shown to others from `start` to `end`. */
export const DashboardLink = z
  .object({
    id: Uuid,
    DashboardSectionId: Uuid,
    /** An http or https URL if `isExternal`, otherwise a path inside the app. */
    linkUrl: z.string(),
    isExternal: z.boolean(),
    linkText: z.string(),
    /** Public, like the home page; null: the link has no picture. */
    imageUrl: z.string().nullable(),
    /** At most 640 px wide or high. */
    previewUrl: z.string().nullable(),
    iconName: LinkIcon.nullable(),
    /** The period in which the link is shown; null: no limit. */
    start: Timestamp.nullable(),
    end: Timestamp.nullable(),
    position: z.int(),
    version: Version,
    updatedAt: Timestamp,
  })
  .meta({ id: 'DashboardLink' })
export type DashboardLink = z.infer<typeof DashboardLink>

/** A section with the links that are shown now, in order. */
export const SectionWithLinks = DashboardSection.extend({ links: z.array(DashboardLink) }).meta({ id: 'SectionWithLinks' })
export type SectionWithLinks = z.infer<typeof SectionWithLinks>

/**
 * The position of a new or moved row, from 1. A value beyond the end means the end. Without it a new row goes last and
 * an old row stays.
 */
const Position = wholeText({ min: 1, tooSmall: 'dashboard.positionTooSmall' }).optional()
const position = z.preprocess((value) => (value === '' || value === null ? undefined : value), Position)

/** The form of a section (specification, section 5). */
export const SectionForm = z.object({
  title: nameText('dashboard.titleRequired').min(1, 'dashboard.titleRequired').max(SECTION_TITLE_MAX, 'dashboard.titleTooLong'),
  type: SectionType,
  position,
})

/** Whether this is an http or https URL. */
export const isExternalUrl = (url: string): boolean => /^https?:\/\/[^/\\]/i.test(url) && URL.canParse(url)

const BASE_URL = 'http://noroshi.invalid'
/**
 * Whether this is a path inside the app. Other schemes and hidden hosts (`//`, `/\`, characters that browsers drop) are
 * refused.
 */
export const isInternalPath = (url: string): boolean =>
  /^\/(?![/\\])/.test(url) && URL.canParse(url, BASE_URL) && new URL(url, BASE_URL).origin === BASE_URL

/**
 * The form of a link (specification, section 5). The picture is sent as `image`. The server requires a picture for
 * sections of type `imageSlider` and `imageLink`, and an icon for `iconLink`.
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
    linkText: nameText('dashboard.linkTextRequired')
      .min(1, 'dashboard.linkTextRequired')
      .max(LINK_TEXT_MAX, 'dashboard.linkTextTooLong'),
    iconName: z.preprocess((value) => (value === '' ? null : value), LinkIcon.nullable().default(null)),
    start: TimestampText,
    end: TimestampText,
    position,
    /** Removes the picture. If it is false and no picture is sent, the picture stays. */
    removesImage: FlagText.default(false),
  })
  .refine((form) => form.isExternal === isExternalUrl(form.linkUrl), { path: ['linkUrl'], error: 'dashboard.urlOtherKind' })
  .refine((form) => !(Date.parse(form.end ?? '') <= Date.parse(form.start ?? '')), {
    path: ['end'],
    error: 'dashboard.endBeforeStart',
    // Without `when`, zod would skip this rule while other fields have issues.
    when: ({ value }) => typeof value === 'object' && value !== null,
  })

/** All ids of the list in the new order. */
const OrderBody = z.object({ ids: z.array(Uuid).max(ORDER_MAX, 'common.wrongType') })
const IdParams = z.object({ id: Uuid })

export const dashboardRoutes = defineRoutes({
  sections: {
    method: 'GET',
    path: '/dashboard-section/',
    access: 'public',
    reply: listOf(SectionWithLinks),
    summary: 'The sections of the home page in order, with the links that are shown now.',
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
    body: OrderBody,
    errors: ['dashboard.orderChanged'],
    reply: listOf(DashboardSection),
    summary: 'Reorder all sections; 409 if a section was added or removed meanwhile.',
  },
  updateSection: {
    method: 'PUT',
    path: '/dashboard-section/:id',
    access: 'admin',
    params: IdParams,
    body: SectionForm,
    errors: ['dashboard.sectionNotFound'],
    reply: DashboardSection,
    summary: 'Change a section.',
  },
  removeSection: {
    method: 'DELETE',
    path: '/dashboard-section/:id',
    access: 'admin',
    params: IdParams,
    errors: ['dashboard.sectionNotFound'],
    reply: EmptyReply,
    summary: 'Remove a section and its links.',
  },
  links: {
    method: 'GET',
    path: '/dashboard-section-links/dashboard-section/:id',
    access: 'public',
    params: IdParams,
    query: z.object({ all: FlagText.default(false) }),
    errors: ['dashboard.sectionNotFound'],
    reply: listOf(DashboardLink),
    summary: 'The links of a section that are shown now, in order. With `all`, administrators also get the others.',
  },
  createLink: {
    method: 'POST',
    path: '/dashboard-section-links',
    access: 'admin',
    form: LinkForm,
    errors: ['dashboard.sectionNotFound', 'dashboard.imageRequired', 'dashboard.notAnImage', 'dashboard.iconRequired'],
    status: 201,
    reply: DashboardLink,
    summary: 'Add a link to a section. A picture is sent as `image`.',
  },
  updateLink: {
    method: 'PUT',
    path: '/dashboard-section-links/:id',
    access: 'admin',
    params: IdParams,
    form: LinkForm,
    errors: [
      'dashboard.sectionNotFound',
      'dashboard.linkNotFound',
      'dashboard.orderChanged',
      'dashboard.imageRequired',
      'dashboard.notAnImage',
      'dashboard.iconRequired',
    ],
    reply: DashboardLink,
    summary: 'Change a link, or move it to another section.',
  },
  removeLink: {
    method: 'DELETE',
    path: '/dashboard-section-links/:id',
    access: 'admin',
    params: IdParams,
    errors: ['dashboard.linkNotFound', 'dashboard.orderChanged'],
    reply: EmptyReply,
    summary: 'Remove a link and its picture.',
  },
  orderLinks: {
    method: 'PUT',
    path: '/dashboard-section-links/dashboard-section/:id/order',
    access: 'admin',
    params: IdParams,
    body: OrderBody,
    errors: ['dashboard.sectionNotFound', 'dashboard.orderChanged'],
    reply: listOf(DashboardLink),
    summary: 'Reorder all links of a section; 409 if a link was added or removed meanwhile.',
  },
})
