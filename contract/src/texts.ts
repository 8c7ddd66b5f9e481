import { exportFileMessages } from './accounts/export-files.messages.ts'
import { plainPageMessages } from './alerts/plain-page.messages.ts'
import { furtherTexts, type TextKey } from './further-texts.ts'
import { type CatalogueLanguage, type CatalogueText, formatText, type Language, type TextParams, type Texts } from './i18n.ts'
import { messages } from './messages.ts'

/** All texts that the catalogues contain, in the order of the catalogues. */
export const catalogueTexts: Readonly<Record<TextKey, CatalogueText>> = {
  ...messages,
  ...plainPageMessages,
  ...exportFileMessages,
}

const textsOfCatalogues = (language: CatalogueLanguage): Texts<TextKey> =>
  // `as`: fromEntries does not know that it returns the keys of its entries.
  Object.fromEntries(Object.entries(catalogueTexts).map(([key, text]) => [key, text[language]])) as Texts<TextKey>

/** All texts of each language by message key. */
export const texts: Readonly<Record<Language, Texts<TextKey>>> = {
  en: textsOfCatalogues('en'),
  ja: textsOfCatalogues('ja'),
  ...furtherTexts,
}

/** Returns a text in a language. A page has a `Text` function instead, which knows only the loaded texts. */
export const textIn = (language: Language, key: TextKey, params?: TextParams): string =>
  formatText(language, texts[language][key], params)
