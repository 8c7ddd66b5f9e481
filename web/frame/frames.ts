import type { Language } from '@noroshi/contract/i18n'

/** `chat`: a screen without the bottom bar. `screen`: any other screen with the navigation. */
export const FRAME_NAMES = ['home', 'login', 'chat', 'screen'] as const
export type FrameName = (typeof FRAME_NAMES)[number]
export type FrameKey = `${FrameName} ${'user' | 'visitor'} ${Language}`

/** The frames that the build renders for the script of the frame. They have most of their elements in common. */
export interface Frames {
  /** The variables of the theme. */
  readonly style: string
  /** Each different part of the frames, from one tag to the next. */
  readonly parts: readonly string[]
  /** The parts of each frame, as indexes. */
  readonly markup: Readonly<Partial<Record<FrameKey, readonly number[]>>>
}

/** The data of index.html for the script of the frame, as JSON. */
export interface FrameData extends Frames {
  /** Paths of the code of the application, in the order in which it runs. */
  readonly application: readonly string[]
  /** Files of screens that are preloaded with the code of the application, by {@link screenKey}. */
  readonly screens: Readonly<Record<string, readonly string[]>>
}

/** Id of the element with the {@link FrameData}. */
export const FRAME_DATA_ID = 'frame-data'

/** Packs the frames: each part is contained once. */
export function packFrames(style: string, frames: Readonly<Partial<Record<FrameKey, string>>>): Frames {
  const indexes = new Map<string, number>()
  const indexOf = (part: string) => {
    const index = indexes.get(part) ?? indexes.size
    indexes.set(part, index)
    return index
  }
  const markup = Object.fromEntries(Object.entries(frames).map(([key, html]) => [key, html.split(/(?=<)/).map(indexOf)]))
  return { style, parts: [...indexes.keys()], markup }
}

/** Returns the HTML of a frame. */
export const unpackFrame = ({ style, parts, markup }: Frames, key: FrameKey): string =>
  style + (markup[key] ?? []).map((index) => parts[index]).join('')

const NO_FRAME = /^\/(call|group-call|register|reset-password|confirm-email|siren|standby)(\/|$)/
const CHAT = /^\/(messages|asr-chat|alerts\/[^/]+\/messages)\/[^/]+$/

/** Returns the frame of a path; null for screens without the navigation. */
export function frameOf(pathname: string, isSignedIn: boolean): FrameName | null {
  if (pathname === '/login') return isSignedIn ? 'home' : 'login'
  if (pathname === '/') return 'home'
  if (NO_FRAME.test(pathname)) return null
  return CHAT.test(pathname) ? 'chat' : 'screen'
}

/** Returns the key of the preloaded files of a path: its first segment, followed by a slash if it has more segments. */
export const screenKey = (pathname: string): string => /^\/([^/]*\/?)/.exec(pathname)?.[1] ?? ''
