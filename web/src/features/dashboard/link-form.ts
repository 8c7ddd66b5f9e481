import type { z } from 'zod'
import {
  type DashboardLink,
  isExternalUrl,
  LinkForm,
  type LinkIcon,
  type SectionType,
} from '@noroshi/contract/dashboard/dashboard.http'
import { rulesOf } from '../../platform/form-rules.ts'
import { text } from '../../platform/i18n.ts'

/** What stands in the fields. */
export interface LinkValues {
  readonly linkText: string
  readonly linkUrl: string
  readonly iconName: LinkIcon | null
  /** As a field of date and time has them: this device's time, '' where open. */
  readonly start: string
  readonly end: string
  /** A new picture. */
  readonly image: File | null
  readonly removesImage: boolean
}

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** '2026-11-21T18:42' by this device's clock; '' for an open end. */
export function toField(moment: string | null): string {
  if (moment === null) return ''
  const at = new Date(moment)
  const day = [at.getFullYear(), twoDigits(at.getMonth() + 1), twoDigits(at.getDate())].join('-')
  return `${day}T${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`
}

const fromField = (value: string): string => {
  const at = new Date(value)
  return value === '' || Number.isNaN(at.getTime()) ? value : at.toISOString()
}

export const valuesOf = (link: DashboardLink | null): LinkValues => ({
  linkText: link?.linkText ?? '',
  linkUrl: link?.linkUrl ?? '',
  iconName: link?.iconName ?? null,
  start: toField(link?.start ?? null),
  end: toField(link?.end ?? null),
  image: null,
  removesImage: false,
})

/** What travels; whether a link leads out of the app is plain from its address. */
export const formOf = (sectionId: string, values: LinkValues): z.input<typeof LinkForm> => ({
  DashboardSectionId: sectionId,
  linkUrl: values.linkUrl,
  isExternal: isExternalUrl(values.linkUrl.trim()),
  linkText: values.linkText,
  iconName: values.iconName ?? '',
  start: fromField(values.start),
  end: fromField(values.end),
  removesImage: values.removesImage,
})

export const hasImages = (type: SectionType): boolean => type === 'imageSlider' || type === 'imageLink'

/** The contract's rules, and what the section's type asks for besides. */
export function problemsIn(
  section: { readonly id: string; readonly type: SectionType },
  hadImage: boolean,
  values: LinkValues,
): Record<string, string> {
  const keepsImage = values.image !== null || (hadImage && !values.removesImage)
  return {
    ...rulesOf(LinkForm)(formOf(section.id, values)),
    ...(hasImages(section.type) && !keepsImage && { image: text('dashboard.imageRequired') }),
    ...(section.type === 'iconLink' && values.iconName === null && { iconName: text('dashboard.iconInvalid') }),
  }
}
