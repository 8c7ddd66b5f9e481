import type { Feed } from '@noroshi/contract/feeds/feeds.http'
import type { Language } from '@noroshi/contract/i18n'

/** `chat`: a screen without the bottom bar. `screen`: any other screen with the navigation. */
export const PRERENDERED_NAMES = ['home', 'login', 'feeds', 'chat', 'screen'] as const
export type PrerenderedName = (typeof PRERENDERED_NAMES)[number]
export type PrerenderedKey = `${PrerenderedName} ${'user' | 'visitor'} ${Language}`

/**
 * The screens that the build renders for the start script (start-script.ts). They have most of their elements in
 * common.
 */
export interface PrerenderedScreens {
  /** The variables of the theme. */
  readonly style: string
  /** Each different part of the prerendered screens, from one tag to the next. */
  readonly parts: readonly string[]
  /** The parts of each screen, as indexes. */
  readonly markup: Readonly<Partial<Record<PrerenderedKey, readonly number[]>>>
}

/** The data of index.html for the start script, as JSON. */
export interface PrerenderedData extends PrerenderedScreens {
  /** Paths of the code of the application, in the order in which it runs. */
  readonly application: readonly string[]
  /** Paths of the texts of each language: those that every screen needs, and all others. */
  readonly texts: Readonly<Record<Language, { readonly first: string; readonly other: string }>>
  /** Files of screens that are preloaded with the code of the application, by {@link screenKey}. */
  readonly screens: Readonly<Record<string, readonly string[]>>
}

/** Id of the element with the {@link PrerenderedData}. */
export const PRERENDERED_DATA_ID = 'prerendered-data'

/** Packs the screens: each part is contained once. */
export function packScreens(style: string, rendered: Readonly<Partial<Record<PrerenderedKey, string>>>): PrerenderedScreens {
  const indexes = new Map<string, number>()
  const indexOf = (part: string) => {
    const index = indexes.get(part) ?? indexes.size
    indexes.set(part, index)
    return index
  }
  const markup = Object.fromEntries(Object.entries(rendered).map(([key, html]) => [key, html.split(/(?=<)/).map(indexOf)]))
  return { style, parts: [...indexes.keys()], markup }
}

/** Returns the HTML of a screen. */
export const unpackScreen = ({ style, parts, markup }: PrerenderedScreens, key: PrerenderedKey): string =>
  style + (markup[key] ?? []).map((index) => parts[index]).join('')

const NOT_PRERENDERED = /^\/(call|group-call|register|reset-password|confirm-email|siren|standby)(\/|$)/
const CHAT = /^\/(messages|asr-chat|alerts\/[^/]+\/messages)\/[^/]+$/

/** Returns the name of the prerendered screen of a path; null for screens without the navigation. */
export function prerenderedNameOf(pathname: string, isSignedIn: boolean): PrerenderedName | null {
  if (pathname === '/login') return isSignedIn ? 'home' : 'login'
  if (pathname === '/') return 'home'
  if (pathname === '/feeds') return 'feeds'
  if (NOT_PRERENDERED.test(pathname)) return null
  return CHAT.test(pathname) ? 'chat' : 'screen'
}

/** Returns the key of the preloaded files of a path: its first segment, followed by a slash if it has more segments. */
export const screenKey = (pathname: string): string => /^\/([^/]*\/?)/.exec(pathname)?.[1] ?? ''

/** The fields of a feed on which its tags and its picture depend. */
type FeedVariant = Pick<Feed, 'coverImageUrl' | 'isPublic' | 'isOpenToUsers' | 'isModerated'>

/** Returns the name of the template of a feed: templates differ in their tags and in a picture or a drawing. */
export function feedTemplateOf({ coverImageUrl, isPublic, isOpenToUsers, isModerated }: FeedVariant): string {
  const readers = isOpenToUsers ? 'users' : 'members'
  return `${coverImageUrl === null ? 'drawing' : 'picture'} ${isPublic ? 'public' : readers} ${isModerated ? 'moderated' : 'open'}`
}
