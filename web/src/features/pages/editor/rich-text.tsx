import { IconFileAlert, IconInfoCircle } from '@tabler/icons-react'
import { memo, useMemo } from 'react'
import {
  parseRichText,
  type RichBlock,
  type RichCell,
  type RichListItem,
  type RichRow,
  type RichText as Doc,
} from '@noroshi/contract/pages/rich-text'
import { useText } from '../../../platform/language/i18n.ts'
import { Notice } from '../../../ui/states/notice.tsx'
import { markHorizontalOverflow } from './horizontal-overflow.ts'
import { RichEmbed } from './rich-embed.tsx'
import { RichInlineText } from './rich-inline.tsx'
import { RichImage, RichVideo } from './rich-media.tsx'
import css from './rich-text.module.css'

// React keys are indexes: the nodes of a content keep their order.

/**
 * Renders rich text that passed the contract's schema. It may be long, so it renders again only for another content.
 */
export const RichText = memo(function RichText({ doc }: { doc: Doc }) {
  return (
    <div className={css.rich}>
      <Blocks blocks={doc.content} />
    </div>
  )
})

/** Renders rich text from its JSON string, or a notice if it is not readable. */
export function StoredRichText({ json }: { json: string }) {
  const doc = useMemo(() => parseRichText(json), [json])
  return doc ? <RichText doc={doc} /> : <Unreadable />
}

export function Unreadable() {
  const text = useText()
  return (
    <Notice role="alert" icon={<IconFileAlert size={24} stroke={1.75} aria-hidden="true" />}>
      <b>{text('pages.unreadable')}</b>
      <br />
      {text('pages.unreadableNote')}
    </Notice>
  )
}

function Blocks({ blocks }: { blocks: readonly RichBlock[] }) {
  return blocks.map((block, index) => <Block key={index} block={block} />)
}

/** The page's title is the h1. */
const headings = { 1: 'h2', 2: 'h3', 3: 'h4' } as const

function Block({ block }: { block: RichBlock }) {
  switch (block.type) {
    case 'paragraph':
      return (
        <p>
          <RichInlineText content={block.content} />
        </p>
      )
    case 'heading': {
      const Heading = headings[block.attrs.level]
      return (
        <Heading>
          <RichInlineText content={block.content} />
        </Heading>
      )
    }
    case 'bulletList':
      return (
        <ul>
          <Items items={block.content} />
        </ul>
      )
    case 'orderedList':
      return (
        <ol start={block.attrs?.start}>
          <Items items={block.content} />
        </ol>
      )
    case 'blockquote':
      return (
        <blockquote>
          <IconInfoCircle size={22} stroke={1.75} aria-hidden="true" />
          <div>
            <Blocks blocks={block.content} />
          </div>
        </blockquote>
      )
    case 'horizontalRule':
      return <hr />
    case 'image':
      return <RichImage image={block} />
    case 'video':
      return <RichVideo video={block} />
    case 'embed':
      return <RichEmbed embed={block} />
    case 'table':
      return <Table rows={block.content} />
  }
}

function Items({ items }: { items: readonly RichListItem[] }) {
  return items.map((item, index) => (
    <li key={index}>
      <Blocks blocks={item.content} />
    </li>
  ))
}

/** A table that scrolls horizontally on a phone, so that the page does not. */
function Table({ rows }: { rows: readonly RichRow[] }) {
  const text = useText()
  return (
    // Focusable, so that the keyboard scrolls it.
    <div ref={markHorizontalOverflow} className={css.scroll} role="group" aria-label={text('pages.table')} tabIndex={0}>
      <table>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.content.map((cell, column) => (
                <Cell key={column} cell={cell} isFirstRow={index === 0} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell({ cell: { type, attrs, content }, isFirstRow }: { cell: RichCell; isFirstRow: boolean }) {
  const width = attrs?.colwidth?.reduce((sum, pixels) => sum + pixels, 0)
  const shape = { colSpan: attrs?.colspan, rowSpan: attrs?.rowspan, style: width === undefined ? undefined : { minWidth: width } }
  if (type === 'tableCell') {
    return (
      <td {...shape}>
        <Blocks blocks={content} />
      </td>
    )
  }
  return (
    <th {...shape} scope={isFirstRow ? 'col' : 'row'}>
      <Blocks blocks={content} />
    </th>
  )
}
