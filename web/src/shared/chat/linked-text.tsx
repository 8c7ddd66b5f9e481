import { createContext, type ReactNode, use } from 'react'
import { isolateOrder } from '@noroshi/contract/text/visible-text'
import { formatText, type TextBlock, type TextSegment } from './format-text.ts'
import css from './linked-text.module.css'

/** A mention of a member in a text. */
export interface MarkedMention {
  /** The part of the text, with its `@`. */
  readonly text: string
  /** It mentions the reader. */
  readonly isOwn: boolean
}

const Mentions = createContext<readonly MarkedMention[]>([])
const NONE: readonly MarkedMention[] = []

/** Returns a text without a link or a format, as most messages are; null for others. It needs no elements of its own. */
function plainTextOf([block, ...others]: readonly TextBlock[]): string | null {
  if (block?.kind !== 'text' || others.length > 0 || block.segments.length !== 1) return null
  const [{ text, href, isMarker, isBold, isItalic, isCode } = { text: '' }] = block.segments
  return href === undefined && !isMarker && !isBold && !isItalic && !isCode ? text : null
}

/**
 * Text of users with its links and its light formatting. The markers are in the page without being visible, so that a copy
 * is what was typed.
 */
export function LinkedText({ children, mentions = NONE }: { children: string; mentions?: readonly MarkedMention[] }) {
  // The parts of a text never change their order: their index is their key.
  const parts = formatText(isolateOrder(children))
  const plain = plainTextOf(parts)
  if (plain !== null && mentions.length === 0) return plain
  const blocks = parts.map((block, index) => <Block key={index} block={block} />)
  return mentions.length === 0 ? blocks : <Mentions value={mentions}>{blocks}</Mentions>
}

function Block({ block }: { block: TextBlock }) {
  if (block.kind === 'text') return <Segments segments={block.segments} />
  if (block.kind === 'code') {
    return (
      <code className={css.codeBlock}>
        <Marker>{block.open}</Marker>
        <span>{block.text}</span>
        <Marker>{block.close}</Marker>
      </code>
    )
  }
  return (
    <span role="list">
      {block.items.map((item, index) => (
        <span key={index} role="listitem" className={css.item}>
          <Marker>{block.marker}</Marker>
          <Segments segments={item} />
        </span>
      ))}
    </span>
  )
}

/** Typed characters that are copied, but neither shown nor read aloud. */
const Marker = ({ children }: { children: string }) => (
  <span className={css.marker} aria-hidden="true">
    {children}
  </span>
)

const Segments = ({ segments }: { segments: readonly TextSegment[] }) =>
  segments.map((segment, index) => <Segment key={index} {...segment} />)

function Segment({ text, href, isMarker, isBold, isItalic, isCode }: TextSegment) {
  if (isMarker) return <Marker>{text}</Marker>
  let shown: ReactNode = isCode ? text : <Mentioned>{text}</Mentioned>
  if (href !== undefined) shown = <TextLink href={href} text={text} />
  if (isCode) shown = <code className={css.code}>{shown}</code>
  if (isItalic) shown = <em>{shown}</em>
  if (isBold) shown = <strong>{shown}</strong>
  return shown
}

/** Text in which the mentions of the message are marked. */
function Mentioned({ children: text }: { children: string }) {
  const mentions = use(Mentions)
  let at = Infinity
  let next: MarkedMention | undefined
  for (const mention of mentions) {
    const found = text.indexOf(mention.text)
    if (found !== -1 && found < at) [at, next] = [found, mention]
  }
  if (!next) return text
  return (
    <>
      {text.slice(0, at)}
      <b className={css.mention} data-own={next.isOwn || undefined} translate="no">
        {next.text}
      </b>
      <Mentioned>{text.slice(at + next.text.length)}</Mentioned>
    </>
  )
}

/** Web addresses open in another tab. Mail addresses and phone numbers open another program. */
const TextLink = ({ href, text }: { href: string; text: string }) => (
  <a className={css.link} href={href} {...(href.startsWith('http') && { target: '_blank', rel: 'noopener noreferrer nofollow' })}>
    {text}
  </a>
)
