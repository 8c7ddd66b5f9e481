import { LINK_URL_MAX } from '../limits.ts'

/** A frame that a page may show after its reader agrees. */
export interface Embed {
  /** The host that the frame contacts, without `www.`. The reader sees it before the frame loads. */
  readonly host: string
  /** The URL of the sandboxed frame. */
  readonly frame: string
}

/** The origins of frames that pages may show. The content security policy allows only these. */
export const EMBED_ORIGINS = [
  'https://www.youtube-nocookie.com',
  'https://player.vimeo.com',
  'https://embed.nicovideo.jp',
  'https://www.openstreetmap.org',
] as const

const youtube = (id: string | null | undefined): string | null =>
  id != null && /^[\w-]{11}$/.test(id) ? `https://www.youtube-nocookie.com/embed/${id}` : null
const idUrl = (base: string, id: string | undefined, pattern: RegExp): string | null =>
  id !== undefined && pattern.test(id) ? base + id : null

/** For each host: builds the URL of the frame from the id in the entered URL. No other part of the entered URL is used. */
const frames: Record<string, (url: URL, parts: readonly string[]) => string | null> = {
  'youtube.com': ({ searchParams }, [kind, id]) =>
    kind === 'watch' ? youtube(searchParams.get('v')) : ['embed', 'shorts', 'live'].includes(kind ?? '') ? youtube(id) : null,
  'youtube-nocookie.com': (_url, [kind, id]) => (kind === 'embed' ? youtube(id) : null),
  'youtu.be': (_url, [id]) => youtube(id),
  'vimeo.com': (_url, [id]) => idUrl('https://player.vimeo.com/video/', id, /^\d{1,12}$/),
  'player.vimeo.com': (_url, [, id]) => idUrl('https://player.vimeo.com/video/', id, /^\d{1,12}$/),
  'nicovideo.jp': (_url, [, id]) => idUrl('https://embed.nicovideo.jp/watch/', id, /^[a-z]{2}\d{1,12}$/),
  'embed.nicovideo.jp': (_url, [, id]) => idUrl('https://embed.nicovideo.jp/watch/', id, /^[a-z]{2}\d{1,12}$/),
  'openstreetmap.org': ({ searchParams }, [kind, page]) => {
    const box = searchParams.get('bbox') ?? ''
    if (kind !== 'export' || page !== 'embed.html' || !/^-?[\d.]+(,-?[\d.]+){3}$/.test(box)) return null
    return `https://www.openstreetmap.org/export/embed.html?bbox=${encodeURIComponent(box)}`
  },
}

/** The embed of this URL; null if the host is not supported or the text is not a URL. */
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
  return frame == null ? null : { host: new URL(frame).hostname.replace(/^www\./, ''), frame }
}

/** Returns whether a page can contain this address as an embed. */
export const isEmbeddable = (src: string): boolean => embedOf(src) !== null
