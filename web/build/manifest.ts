import { LANGUAGES, type Language } from '@noroshi/contract/i18n'
import { textIn } from '@noroshi/contract/texts'
import { manifestName } from '../src/platform/manifest-name.ts'
import { BACKGROUND, iconSizes } from './icons.ts'

/** The manifests by their file names. The page links the one of its language (web/src/platform/device/installation.ts). */
export const manifests: Readonly<Record<string, string>> = Object.fromEntries(
  LANGUAGES.map((language) => [manifestName(language), manifestOf(language)]),
)

/** All languages have the same `id`, so that a change of the language does not install a second application. */
function manifestOf(lang: Language): string {
  return JSON.stringify({
    id: '/',
    name: 'Noroshi',
    short_name: 'Noroshi',
    description: textIn(lang, 'install.description'),
    lang,
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: BACKGROUND,
    background_color: BACKGROUND,
    categories: ['utilities', 'social'],
    icons: [
      ...iconSizes.any.map((size) => ({ src: `/icons/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' })),
      ...iconSizes.maskable.map((size) => ({
        src: `/icons/maskable-${size}.png`,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose: 'maskable',
      })),
    ],
    shortcuts: [
      { name: 'SOS', url: '/#sos' },
      { name: textIn(lang, 'messages.title'), url: '/messages' },
      { name: textIn(lang, 'alerts.title'), url: '/alerts' },
    ].map((shortcut) => ({ ...shortcut, icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }] })),
  })
}
