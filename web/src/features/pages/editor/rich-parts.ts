import { UPLOADS_BASE } from '@noroshi/contract/addresses'
import type { RichImage, RichInline, RichText } from '@noroshi/contract/pages/rich-text'

/** Neighbouring nodes with the same link; `href` is null for text without a link. */
interface Run {
  readonly href: string | null
  readonly content: RichInline[]
}

const hrefOf = (node: RichInline): string | null => {
  for (const mark of node.type === 'text' ? (node.marks ?? []) : []) if (mark.type === 'link') return mark.attrs.href
  return null
}

export function runsOf(content: readonly RichInline[]): Run[] {
  const runs: Run[] = []
  for (const node of content) {
    const href = hrefOf(node)
    const last = runs.at(-1)
    if (last && last.href === href) last.content.push(node)
    else runs.push({ href, content: [node] })
  }
  return runs
}

/** Classifies a link: a screen or a file of this server, an outside address, or mail. */
export function linkOf(href: string, origin: string): { kind: 'screen' | 'file' | 'outside' | 'mail'; href: string } {
  if (/^mailto:/i.test(href)) return { kind: 'mail', href }
  const url = new URL(href, origin)
  if (url.origin !== origin) return { kind: 'outside', href }
  const path = url.pathname + url.search + url.hash
  return { kind: path.startsWith(`${UPLOADS_BASE}/`) ? 'file' : 'screen', href: path }
}

/** Splits off a landscape picture at the beginning, which is shown above the title. */
export function withCover(doc: RichText): { cover: RichImage | null; rest: RichText } {
  const [first, ...others] = doc.content
  const isCover = first?.type === 'image' && (first.attrs.width ?? 0) > (first.attrs.height ?? 0)
  return isCover ? { cover: first, rest: { ...doc, content: others } } : { cover: null, rest: doc }
}
