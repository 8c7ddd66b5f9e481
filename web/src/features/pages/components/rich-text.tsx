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
import { useText } from '../../../platform/i18n.ts'
import { showMoreBeside } from '../more-beside.ts'
import { RichEmbedding } from './rich-embed.tsx'
import { RichWords } from './rich-inline.tsx'
import { RichPicture, RichFilm } from './rich-media.tsx'
import css from './rich-text.module.css'

// Nodes of one content never change their places, so each is known by its place.

/**
 * Rich text as its readers see it: elements of our own, made of what the contract's schema let through. It may be long, so it is drawn anew
 * for another content alone.
 */
export const RichText = memo(function RichText({ doc }: { doc: Doc }) {
  return (
    <div className={css.rich}>
      <Blocks blocks={doc.content} />
    </div>
  )
})

/** The same from what is stored; content that cannot be read says so. */
export function StoredRichText({ json }: { json: string }) {
  const doc = useMemo(() => parseRichText(json), [json])
  return doc ? <RichText doc={doc} /> : <Unreadable />
}

export function Unreadable() {
  const text = useText()
  return (
    <p className={css.unreadable} role="alert">
      <IconFileAlert size={24} stroke={1.75} aria-hidden="true" />
      <span>
        <b>{text('pages.unreadable')}</b>
        {text('pages.unreadableNote')}
      </span>
    </p>
  )
}

function Blocks({ blocks }: { blocks: readonly RichBlock[] }) {
  return blocks.map((block, place) => <Block key={place} block={block} />)
}

/** The page's title is the heading above all of these. */
const headings = { 1: 'h2', 2: 'h3', 3: 'h4' } as const

function Block({ block }: { block: RichBlock }) {
  switch (block.type) {
    case 'paragraph':
      return (
        <p>
          <RichWords content={block.content} />
        </p>
      )
    case 'heading': {
      const Heading = headings[block.attrs.level]
      return (
        <Heading>
          <RichWords content={block.content} />
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
      return <RichPicture image={block} />
    case 'video':
      return <RichFilm video={block} />
    case 'embed':
      return <RichEmbedding embed={block} />
    case 'table':
      return <Table rows={block.content} />
  }
}

function Items({ items }: { items: readonly RichListItem[] }) {
  return items.map((item, place) => (
    <li key={place}>
      <Blocks blocks={item.content} />
    </li>
  ))
}

/** On a phone it scrolls by itself, by keys too, so that the page never does. */
function Table({ rows }: { rows: readonly RichRow[] }) {
  const text = useText()
  return (
    // What scrolls can be reached by keys.
    <div ref={showMoreBeside} className={css.scroll} role="group" aria-label={text('pages.table')} tabIndex={0}>
      <table>
        <tbody>
          {rows.map((row, place) => (
            <tr key={place}>
              {row.content.map((cell, column) => (
                <Cell key={column} cell={cell} isFirstRow={place === 0} />
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
