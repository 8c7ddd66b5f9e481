import { BACKGROUND, iconSizes } from './icons.ts'

interface Texts {
  readonly lang: string
  readonly description: string
  readonly sos: string
  readonly messages: string
  readonly alerts: string
}

/** The manifests by their file names. The page links the one of its language (web/src/platform/installation.ts). */
export const manifests: Readonly<Record<string, string>> = {
  'manifest.webmanifest': manifestOf({
    lang: 'en',
    description: 'Call for help and reach each other, in a town, a community or a shelter.',
    sos: 'SOS',
    messages: 'Messages',
    alerts: 'Alerts',
  }),
  'manifest.ja.webmanifest': manifestOf({
    lang: 'ja',
    description: '町や地域、避難所で助けを呼び、連絡を取り合うためのアプリです。',
    sos: 'SOS',
    messages: 'メッセージ',
    alerts: 'アラート',
  }),
}

/** Both languages have the same `id`, so that a change of the language does not install a second application. */
function manifestOf({ lang, description, sos, messages, alerts }: Texts): string {
  return JSON.stringify({
    id: '/',
    name: 'Noroshi',
    short_name: 'Noroshi',
    description,
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
      { name: sos, url: '/#sos' },
      { name: messages, url: '/messages' },
      { name: alerts, url: '/alerts' },
    ].map((shortcut) => ({ ...shortcut, icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }] })),
  })
}
