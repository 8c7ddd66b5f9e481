import { LINK_URL_MAX } from '../limits.ts'

/** A frame that a page may show once its reader asks for it. */
export interface Embed {
  /** Whose it is, to be read before it is asked for. */
  readonly host: string
  /** The address of the sandboxed frame. */
  readonly frame: string
}

/** The origins of frames that pages may show; the content security policy names these and no others. */
export const EMBED_ORIGINS = [
  'https://www.youtube-nocookie.com',
  'https://player.vimeo.com',
  'https://embed.nicovideo.jp',
  'https://www.openstreetmap.org',
] as const

const youtube = (id: string | null | undefined): string | null =>
  id != null && /^[\w-]{11}$/.test(id) ? `https://www.youtube-nocookie.com/embed/${id}` : null
const numbered = (base: string, id: string | undefined, shape: RegExp): string | null =>
  id !== undefined && shape.test(id) ? base + id : null

/** For each host: the address of what it lets others show. Built anew from its id, so that nothing else of what was entered is used. */
const frames: Record<string, (url: URL, parts: readonly string[]) => string | null> = {
  'youtube.com': ({ searchParams }, [kind, id]) =>
    kind === 'watch' ? youtube(searchParams.get('v')) : ['embed', 'shorts', 'live'].includes(kind ?? '') ? youtube(id) : null,
  'youtube-nocookie.com': (_url, [kind, id]) => (kind === 'embed' ? youtube(id) : null),
  'youtu.be': (_url, [id]) => youtube(id),
  'vimeo.com': (_url, [id]) => numbered('https://player.vimeo.com/video/', id, /^\d{1,12}$/),
  'player.vimeo.com': (_url, [, id]) => numbered('https://player.vimeo.com/video/', id, /^\d{1,12}$/),
  'nicovideo.jp': (_url, [, id]) => numbered('https://embed.nicovideo.jp/watch/', id, /^[a-z]{2}\d{1,12}$/),
  'embed.nicovideo.jp': (_url, [, id]) => numbered('https://embed.nicovideo.jp/watch/', id, /^[a-z]{2}\d{1,12}$/),
  'openstreetmap.org': ({ searchParams }, [kind, page]) => {
    const box = searchParams.get('bbox') ?? ''
    if (kind !== 'export' || page !== 'embed.html' || !/^-?[\d.]+(,-?[\d.]+){3}$/.test(box)) return null
    return `https://www.openstreetmap.org/export/embed.html?bbox=${encodeURIComponent(box)}`
  },
}

/** What is shown of this address; null where its host is not on the list, or it is no address. */
export function embedOf(src: string): Embed | null {
  if (src.length > LINK_URL_MAX || !URL.canParse(src)) return null
  const url = new URL(src)
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '' || url.port !== '') return null
  const host = url.hostname.replace(/^(www|m)\./, '')
  if (!Object.hasOwn(frames, host)) return null
  const frame = frames[host]?.(
    url,
    url.pathname.split('/').filter((part) => part !== ''),
  )
  return frame == null ? null : { host, frame }
}

export const isEmbeddable = (src: string): boolean => embedOf(src) !== null
