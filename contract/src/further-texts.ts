import type { ExportFileKey } from './accounts/export-files.messages.ts'
import type { CatalogueLanguage, Language, Texts } from './i18n.ts'
import type { MessageKey } from './messages.ts'
import type { PlainPageKey } from './alerts/plain-page.messages.ts'

/** The key of any text of the product. */
export type TextKey = MessageKey | PlainPageKey | ExportFileKey

/**
 * The texts of the languages that the catalogues do not contain, each from its file in `languages/`, which `npm run texts:import`
 * writes. A missing text is a compile error.
 */
export const furtherTexts: Readonly<Record<Exclude<Language, CatalogueLanguage>, Texts<TextKey>>> = {}
