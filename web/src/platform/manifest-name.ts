import { FALLBACK_LANGUAGE, type Language } from '@noroshi/contract/i18n'

/** Returns the file name of the manifest of a language. index.html names the one without a language. */
export const manifestName = (language: Language): string =>
  language === FALLBACK_LANGUAGE ? 'manifest.webmanifest' : `manifest.${language}.webmanifest`
