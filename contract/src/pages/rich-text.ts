import { z } from 'zod'
import { UPLOADS_BASE } from '../addresses.ts'
import { isStorable } from '../define.ts'
import {
  ALT_TEXT_MAX,
  LINK_URL_MAX,
  PAGE_CONTENT_MAX,
  PAGE_DEPTH_MAX,
  PAGE_NODES_MAX,
  PAGE_PICTURE_HEIGHT_MAX,
  PAGE_PICTURE_WIDTH_MAX,
} from '../limits.ts'
import { isEmbeddable } from './embeds.ts'

/**
 * The schema of rich text: ProseMirror's JSON, limited to the nodes, marks and attributes that are declared here (decisions/0045).
 * The editor's output and all stored pages are validated against it, so that no stored page can contain script.
 */
export type RichMark = { type: 'bold' | 'italic' | 'underline' | 'strike' | 'code' } | { type: 'link'; attrs: { href: string } }
export type RichInline = { type: 'text'; text: string; marks?: RichMark[] | undefined } | { type: 'hardBreak' }
export interface RichParagraph {
  type: 'paragraph'
  content?: RichInline[] | undefined
}
export interface RichListItem {
  type: 'listItem'
  /** The first block is a paragraph. */
  content: RichBlock[]
}
export interface RichCell {
  type: 'tableCell' | 'tableHeader'
  attrs?: { colspan?: number | undefined; rowspan?: number | undefined; colwidth?: number[] | null | undefined } | undefined
  content: RichBlock[]
}
export interface RichRow {
  type: 'tableRow'
  content: RichCell[]
}
export interface RichImage {
  type: 'image'
  /** `width` and `height` in pixels after a resize; null: the image uses the available width. */
  attrs: { src: string; alt: string; width: number | null; height: number | null }
}
export interface RichVideo {
  type: 'video'
  attrs: { src: string; title: string }
}
export interface RichEmbed {
  type: 'embed'
  /** `src`: the entered URL. embeds.ts converts it to the URL of a frame. */
  attrs: { src: string; width: number; height: number }
}
export type RichBlock =
  | RichParagraph
  | { type: 'heading'; attrs: { level: 1 | 2 | 3 }; content?: RichInline[] | undefined }
  | { type: 'bulletList'; content: RichListItem[] }
  | { type: 'orderedList'; attrs?: { start?: number | undefined } | undefined; content: RichListItem[] }
  | { type: 'blockquote'; content: RichBlock[] }
  | { type: 'horizontalRule' }
  | RichImage
  | RichVideo
  | RichEmbed
  | { type: 'table'; content: RichRow[] }
export interface RichText {
  type: 'doc'
  content: RichBlock[]
}

const DOCUMENT_PATH = new RegExp(`^${UPLOADS_BASE}/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$`)

/** The id of the uploaded document with this address; null for other addresses. */
export const documentIdOf = (src: string): string | null => DOCUMENT_PATH.exec(src)?.[1] ?? null

/** Whether a link may have this address: an http, https or mailto URL, or a path of this origin. */
export function isLinkable(href: string): boolean {
  // Browsers drop control characters and read a backslash as a slash, which could hide a scheme or a host.
  if (href.length > LINK_URL_MAX || /[\p{Cc}\s\\]/u.test(href)) return false
  if (/^\/(?!\/)/.test(href)) return true
  return URL.canParse(href) && /^(https?:\/\/|mailto:)/i.test(href)
}

const TextContent = z.string().min(1).refine(isStorable)
const Label = z.string().max(ALT_TEXT_MAX).refine(isStorable)
const DocumentSource = z.string().refine((src) => documentIdOf(src) !== null)
const sizeUpTo = (max: number) => z.int().min(1).max(max)

const Mark: z.ZodType<RichMark> = z.discriminatedUnion('type', [
  z.strictObject({ type: z.enum(['bold', 'italic', 'underline', 'strike', 'code']) }),
  z.strictObject({ type: z.literal('link'), attrs: z.strictObject({ href: z.string().refine(isLinkable) }) }),
])
const Inline: z.ZodType<RichInline> = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: TextContent, marks: z.array(Mark).max(6).optional() }),
  z.strictObject({ type: z.literal('hardBreak') }),
])
const Inlines = z.array(Inline).optional()
const Blocks = z.lazy(() => z.array(Block).min(1))

const ListItem: z.ZodType<RichListItem> = z.strictObject({
  type: z.literal('listItem'),
  content: Blocks.refine((blocks) => blocks[0]?.type === 'paragraph'),
})
const Cell: z.ZodType<RichCell> = z.strictObject({
  type: z.enum(['tableCell', 'tableHeader']),
  attrs: z
    .strictObject({
      colspan: z.int().min(1).max(100).optional(),
      rowspan: z.int().min(1).max(1000).optional(),
      colwidth: z.array(z.int().min(1).max(2000)).max(100).nullable().optional(),
    })
    .optional(),
  content: Blocks,
})
const Row: z.ZodType<RichRow> = z.strictObject({ type: z.literal('tableRow'), content: z.array(Cell).min(1) })

const Block: z.ZodType<RichBlock> = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('paragraph'), content: Inlines }),
  z.strictObject({
    type: z.literal('heading'),
    attrs: z.strictObject({ level: z.union([z.literal(1), z.literal(2), z.literal(3)]) }),
    content: Inlines,
  }),
  z.strictObject({ type: z.literal('bulletList'), content: z.array(ListItem).min(1) }),
  z.strictObject({
    type: z.literal('orderedList'),
    attrs: z.strictObject({ start: z.int().min(0).max(1_000_000).optional() }).optional(),
    content: z.array(ListItem).min(1),
  }),
  z.strictObject({ type: z.literal('blockquote'), content: Blocks }),
  z.strictObject({ type: z.literal('horizontalRule') }),
  z.strictObject({
    type: z.literal('image'),
    attrs: z.strictObject({
      src: DocumentSource,
      alt: Label,
      width: sizeUpTo(PAGE_PICTURE_WIDTH_MAX).nullable(),
      height: sizeUpTo(PAGE_PICTURE_HEIGHT_MAX).nullable(),
    }),
  }),
  z.strictObject({ type: z.literal('video'), attrs: z.strictObject({ src: DocumentSource, title: Label }) }),
  z.strictObject({
    type: z.literal('embed'),
    attrs: z.strictObject({
      src: z.string().refine(isEmbeddable),
      width: sizeUpTo(PAGE_PICTURE_WIDTH_MAX),
      height: sizeUpTo(PAGE_PICTURE_HEIGHT_MAX),
    }),
  }),
  z.strictObject({ type: z.literal('table'), content: z.array(Row).min(1) }),
])

const Doc: z.ZodType<RichText> = z.strictObject({ type: z.literal('doc'), content: Blocks })

/** Checks the number and the depth of nodes before the schema, which is recursive. */
function isWithinLimits(parsed: unknown): boolean {
  let nodes = 0
  const stack: { value: unknown; depth: number }[] = [{ value: parsed, depth: 0 }]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue
    nodes += 1
    if (nodes > PAGE_NODES_MAX || next.depth > PAGE_DEPTH_MAX) return false
    const depth = next.depth + 1
    for (const value of Object.values(next.value)) stack.push({ value, depth })
  }
  return true
}

/** Parses rich text from JSON; null if the text is not valid rich text. */
export function parseRichText(json: string): RichText | null {
  if (json.length > PAGE_CONTENT_MAX) return null
  let parsed: unknown
  try {
    parsed = JSON.parse(json)
  } catch {
    return null // the caller reports invalid JSON as invalid content
  }
  const doc = isWithinLimits(parsed) ? Doc.safeParse(parsed) : null
  return doc?.success === true ? doc.data : null
}

/** The content of a page in requests: a JSON string (specification, section 3). */
export const PageContent = z
  .string('pages.contentInvalid')
  .max(PAGE_CONTENT_MAX, { error: 'pages.contentTooLarge', abort: true })
  .transform((json, context): RichText => {
    const doc = parseRichText(json)
    if (doc !== null) return doc
    context.issues.push({ code: 'custom', input: json, message: 'pages.contentInvalid' })
    return z.NEVER
  })

/** The content of a new page. */
export const EMPTY_CONTENT: RichText = { type: 'doc', content: [{ type: 'paragraph' }] }

export type RichNode = RichBlock | RichInline | RichListItem | RichRow | RichCell

/** All descendants of a node in reading order. */
export function* nodesOf(node: RichText | RichNode): Generator<RichNode> {
  for (const child of 'content' in node ? (node.content ?? []) : []) {
    yield child
    yield* nodesOf(child)
  }
}

/** The plain text: one line for each paragraph and heading. */
export function plainTextOf(doc: RichText | RichBlock): string {
  const lines: string[] = []
  for (const node of 'type' in doc && (doc.type === 'paragraph' || doc.type === 'heading') ? [doc] : nodesOf(doc))
    if (node.type === 'paragraph' || node.type === 'heading')
      lines.push((node.content ?? []).map((inline) => (inline.type === 'text' ? inline.text : ' ')).join(''))
  return lines.filter((line) => line.trim() !== '').join('\n')
}

/** The first image or video; null without one. */
export function firstMediaOf(doc: RichText): RichImage | RichVideo | null {
  for (const node of nodesOf(doc)) if (node.type === 'image' || node.type === 'video') return node
  return null
}

/** The distinct ids of the uploaded documents that the content shows or links to. */
export function documentIdsOf(doc: RichText): string[] {
  const ids = new Set<string>()
  for (const node of nodesOf(doc))
    for (const src of sourcesOf(node)) {
      const id = documentIdOf(src)
      if (id !== null) ids.add(id)
    }
  return [...ids]
}

function sourcesOf(node: RichNode): string[] {
  if (node.type === 'image' || node.type === 'video') return [node.attrs.src]
  if (node.type !== 'text') return []
  return (node.marks ?? []).flatMap((mark) => (mark.type === 'link' ? [mark.attrs.href] : []))
}
