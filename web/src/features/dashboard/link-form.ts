import type { z } from 'zod'
import {
  type DashboardLink,
  isExternalUrl,
  LinkForm,
  type LinkIcon,
  type SectionType,
} from '@noroshi/contract/dashboard/dashboard.http'
import { createValidator } from '../../platform/forms/form-rules.ts'
import { text } from '../../platform/language/i18n.ts'
import { fromLocalDateTime, toLocalDateTime } from '../../platform/language/local-date-time.ts'

/** The values of the fields. */
export interface LinkValues {
  readonly linkText: string
  readonly linkUrl: string
  readonly iconName: LinkIcon | null
  /** Values of `datetime-local` fields in the time zone of this device; '' means no limit. */
  readonly start: string
  readonly end: string
  /** A new picture. */
  readonly image: File | null
  readonly removesImage: boolean
}

export const linkValuesOf = (link: DashboardLink | null): LinkValues => ({
  linkText: link?.linkText ?? '',
  linkUrl: link?.linkUrl ?? '',
  iconName: link?.iconName ?? null,
  start: toLocalDateTime(link?.start ?? null),
  end: toLocalDateTime(link?.end ?? null),
  image: null,
  removesImage: false,
})

/** The body of the request. Whether a link is external follows from its URL. */
export const linkFormOf = (sectionId: string, values: LinkValues): z.input<typeof LinkForm> => ({
  DashboardSectionId: sectionId,
  linkUrl: values.linkUrl,
  isExternal: isExternalUrl(values.linkUrl.trim()),
  linkText: values.linkText,
  iconName: values.iconName ?? '',
  start: fromLocalDateTime(values.start),
  end: fromLocalDateTime(values.end),
  removesImage: values.removesImage,
})

export const hasImages = (type: SectionType): boolean => type === 'imageSlider' || type === 'imageLink'

/** Validates the form by the contract's schema and by the type of the section. */
export function errorsOfLink(
  section: { readonly id: string; readonly type: SectionType },
  hadImage: boolean,
  values: LinkValues,
): Record<string, string> {
  const keepsImage = values.image !== null || (hadImage && !values.removesImage)
  return {
    ...createValidator(LinkForm)(linkFormOf(section.id, values)),
    ...(hasImages(section.type) && !keepsImage && { image: text('dashboard.imageRequired') }),
    ...(section.type === 'iconLink' && values.iconName === null && { iconName: text('dashboard.iconInvalid') }),
  }
}
