import { cutText } from '@noroshi/contract/text/graphemes'
import { isBlank } from '@noroshi/contract/text/visible-text'

const NAME_LENGTH_MAX = 120
/** Max characters of an extension. A longer one is part of the stem. */
const EXTENSION_MAX = 12

/**
 * Control characters such as line breaks, bidirectional marks that make one name look like another, and invisible characters.
 * Joiners stay, since emoji and scripts such as Persian need them.
 */
const UNSAFE_CHARACTERS = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu
/** Browsers write quotes and line breaks of file names so (WHATWG, multipart/form-data), and percent signs as they are. */
const ESCAPED: Readonly<Record<string, string>> = { '%22': '"', '%0D': '', '%0A': '' }

/**
 * Returns the sender's file name without its path and unsafe characters, shortened to 120 characters. It is for display and
 * downloads; stored bytes are found by their storage key.
 */
export function safeFileName(sent: string | undefined): string {
  const last = (sent ?? '').split(/[/\\]/).at(-1) ?? ''
  const name = last
    .replaceAll(/%22|%0D|%0A/g, (escape) => ESCAPED[escape] ?? escape)
    .replace(UNSAFE_CHARACTERS, '')
    .normalize('NFC')
    .trim()
    .replace(/^\.+/, '')
    .replace(/[. ]+$/, '')
  return isBlank(name) ? 'file' : shorten(name)
}

/** Replaces the extension of a name, unless it means the same type. */
export function withExtension(name: string, extension: string): string {
  const { stem, extension: current } = split(name)
  return SYNONYMS[current.slice(1).toLowerCase()] === extension ? name : shorten(`${stem}.${extension}`)
}

/** Extensions with the one that means the same type. */
const SYNONYMS: Record<string, string> = {
  jpg: 'jpg',
  jpeg: 'jpg',
  jpe: 'jpg',
  jfif: 'jpg',
  png: 'png',
  webp: 'webp',
  mp4: 'mp4',
  m4v: 'mp4',
  mov: 'mov',
  qt: 'mov',
  webm: 'webm',
  weba: 'webm',
  mkv: 'mkv',
  m4a: 'm4a',
  ogg: 'ogg',
  oga: 'ogg',
  opus: 'ogg',
  mp3: 'mp3',
  aac: 'aac',
  flac: 'flac',
  wav: 'wav',
}

function shorten(name: string): string {
  if (Array.from(name).length <= NAME_LENGTH_MAX) return name
  const { stem, extension } = split(name)
  const stemMax = NAME_LENGTH_MAX - Array.from(extension).length
  return cutText(stem, Array.from(stem).slice(0, stemMax).join('').length) + extension
}

function split(name: string): { stem: string; extension: string } {
  const dot = name.lastIndexOf('.')
  const hasExtension = dot > 0 && name.length - dot - 1 <= EXTENSION_MAX
  return hasExtension ? { stem: name.slice(0, dot), extension: name.slice(dot) } : { stem: name, extension: '' }
}
