import type { ReactNode } from 'react'
import type { RichBlock, RichCell, RichInline, RichListItem, RichNode, RichRow } from '@noroshi/contract/pages/rich-text'
import { useText } from '../../../platform/language/i18n.ts'
import { type Change, changesOf } from './compare.ts'
import { diffWords } from './compare-words.ts'
import css from './compare.module.css'
import { RichInlineText } from '../editor/rich-inline.tsx'
import { RichText } from '../editor/rich-text.tsx'
import rich from '../editor/rich-text.module.css'

/** The content that is shown. */
export type Side = 'before' | 'after'

// React keys are indexes: the changes of a comparison keep their order.

/** Marks added or removed text by colour and a line, and by an element that screen readers announce. */
function Marked({ side, children }: { side: Side; children: ReactNode }) {
  return side === 'before' ? <del className={css.del}>{children}</del> : <ins className={css.ins}>{children}</ins>
}

const isOnSide = ({ kind }: { kind: Change<unknown>['kind'] }, side: Side) => kind !== (side === 'before' ? 'added' : 'removed')

/** One side of a rewritten paragraph, word by word. */
function ChangedText({ before, after, side }: { before: readonly RichInline[]; after: readonly RichInline[]; side: Side }) {
  return diffWords(before, after)
    .filter((change) => isOnSide(change, side))
    .map(({ kind, inline }, index) =>
      kind === 'same' ? (
        <RichInlineText key={index} content={[inline]} />
      ) : (
        <Marked key={index} side={side}>
          {inline.type === 'hardBreak' && '↵'}
          <RichInlineText content={[inline]} />
        </Marked>
      ),
    )
}

const headings = { 1: 'h2', 2: 'h3', 3: 'h4' } as const
const inlinesOf = (block: RichBlock): readonly RichInline[] =>
  block.type === 'paragraph' || block.type === 'heading' ? (block.content ?? []) : []

/** One side of a changed block, with marked differences. */
export function ChangedBlock({ before, after, side }: { before: RichBlock; after: RichBlock; side: Side }) {
  const shown = side === 'before' ? before : after
  if (shown.type === 'paragraph' || shown.type === 'heading') {
    const inline = <ChangedText before={inlinesOf(before)} after={inlinesOf(after)} side={side} />
    if (shown.type === 'paragraph') return <p>{inline}</p>
    const Heading = headings[shown.attrs.level]
    return <Heading>{inline}</Heading>
  }
  if (before.type === 'blockquote' && after.type === 'blockquote') {
    return (
      <blockquote>
        <div>
          <Blocks changes={changesOf(before.content, after.content)} side={side} />
        </div>
      </blockquote>
    )
  }
  const isList = (block: RichBlock) => block.type === 'bulletList' || block.type === 'orderedList'
  if (isList(before) && isList(after) && 'content' in before && 'content' in after) {
    // `as`: both are lists, whose content is items
    const items = <Items changes={changesOf(before.content as RichListItem[], after.content as RichListItem[])} side={side} />
    return shown.type === 'orderedList' ? <ol start={shown.attrs?.start}>{items}</ol> : <ul>{items}</ul>
  }
  if (before.type === 'table' && after.type === 'table') {
    return (
      <div className={rich.scroll}>
        <table>
          <tbody>
            <Rows changes={changesOf(before.content, after.content)} side={side} />
          </tbody>
        </table>
      </div>
    )
  }
  return <PlainBlock block={shown} />
}

/** A block without marks. Pictures also show their text alternative and size. */
export function PlainBlock({ block }: { block: RichBlock }) {
  const text = useText()
  return (
    <>
      <RichText doc={{ type: 'doc', content: [block] }} />
      {block.type === 'image' && (
        <p className={css.facts}>
          {text('drafts.mediaFacts', {
            alt: block.attrs.alt || text('drafts.noAlt'),
            size: block.attrs.width === null ? text('drafts.ownSize') : `${block.attrs.width} × ${block.attrs.height ?? ''}`,
          })}
        </p>
      )}
    </>
  )
}

interface Nodes<Node extends RichNode> {
  changes: readonly Change<Node>[]
  side: Side
}

const nodeOf = <Node extends RichNode>(change: Change<Node>): Node => (change.kind === 'removed' ? change.before : change.after)

function Blocks({ changes, side }: Nodes<RichBlock>) {
  return changes
    .filter((change) => isOnSide(change, side))
    .map((change, index) => {
      if (change.kind === 'changed') return <ChangedBlock key={index} before={change.before} after={change.after} side={side} />
      return (
        <div key={index} data-marked={change.kind === 'same' ? undefined : side} className={css.block}>
          <PlainBlock block={nodeOf(change)} />
        </div>
      )
    })
}

const unchanged = <Node extends RichBlock>(nodes: readonly Node[]): Change<Node>[] =>
  nodes.map((after) => ({ kind: 'same', after }))

function Items({ changes, side }: Nodes<RichListItem>) {
  return changes
    .filter((change) => isOnSide(change, side))
    .map((change, index) => (
      <li key={index} data-marked={change.kind === 'added' || change.kind === 'removed' ? side : undefined}>
        <Blocks
          changes={
            change.kind === 'changed' ? changesOf(change.before.content, change.after.content) : unchanged(nodeOf(change).content)
          }
          side={side}
        />
      </li>
    ))
}

function Rows({ changes, side }: Nodes<RichRow>) {
  return changes
    .filter((change) => isOnSide(change, side))
    .map((change, index) => (
      <tr key={index} data-marked={change.kind === 'added' || change.kind === 'removed' ? side : undefined}>
        {nodeOf(change).content.map((_cell, column) => (
          <Cell key={column} change={change} column={column} side={side} />
        ))}
      </tr>
    ))
}

/** Compares the cells of a changed row with the cells of the same column. */
function Cell({ change, column, side }: { change: Change<RichRow>; column: number; side: Side }) {
  const cellOf = (row: RichRow): RichCell | undefined => row.content[column]
  const shown = cellOf(side === 'before' && change.kind === 'changed' ? change.before : nodeOf(change))
  if (!shown) return null
  const older = change.kind === 'changed' ? cellOf(change.before) : undefined
  const newer = change.kind === 'changed' ? cellOf(change.after) : undefined
  const changes = older && newer ? changesOf(older.content, newer.content) : unchanged(shown.content)
  const Element = shown.type === 'tableHeader' ? 'th' : 'td'
  return (
    <Element colSpan={shown.attrs?.colspan} rowSpan={shown.attrs?.rowspan}>
      <Blocks changes={changes} side={side} />
    </Element>
  )
}
