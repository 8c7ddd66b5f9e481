const NAME_LENGTH_MAX = 120
/** An ending longer than this is no ending. */
const EXTENSION_MAX = 12

/** Control characters (line breaks among them), bidirectional marks that make one name look like another, and the invisible ones. */
const TREACHEROUS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** A sender's file name without path, tricks and excess: for showing and for downloads, never for finding bytes. */
export function harmlessName(sent: string | undefined): string {
  const last = (sent ?? '').split(/[/\\]/).at(-1) ?? ''
  const name = last
    .replace(TREACHEROUS, '')
    .normalize('NFC')
    .trim()
    .replace(/^\.+/, '')
    .replace(/[. ]+$/, '')
  return name === '' ? 'file' : shortened(name)
}

/** The same name with the ending that the bytes now deserve. */
export function withExtension(name: string, extension: string): string {
  const { stem, ending } = split(name)
  return SAME[ending.slice(1).toLowerCase()] === extension ? name : shortened(`${stem}.${extension}`)
}

/** Endings that a picture may keep. */
const SAME: Record<string, string> = { jpg: 'jpg', jpeg: 'jpg', jpe: 'jpg', jfif: 'jpg', png: 'png', webp: 'webp' }

function shortened(name: string): string {
  const characters = Array.from(name)
  if (characters.length <= NAME_LENGTH_MAX) return name
  const { stem, ending } = split(name)
  const kept = Array.from(stem).slice(0, NAME_LENGTH_MAX - Array.from(ending).length)
  return kept.join('') + ending
}

function split(name: string): { stem: string; ending: string } {
  const dot = name.lastIndexOf('.')
  const isEnding = dot > 0 && name.length - dot - 1 <= EXTENSION_MAX
  return isEnding ? { stem: name.slice(0, dot), ending: name.slice(dot) } : { stem: name, ending: '' }
}
