import type { ReactNode } from 'react'
import type { RichBlock, RichCell, RichInline, RichListItem, RichNode, RichRow } from '@noroshi/contract/pages/rich-text'
import { useText } from '../../../platform/i18n.ts'
import { type Change, changesOf } from '../compare.ts'
import { wordChangesOf } from '../compare-words.ts'
import css from './compare.module.css'
import { RichWords } from './rich-inline.tsx'
import { RichText } from './rich-text.tsx'
import rich from './rich-text.module.css'

/** Which of the two contents is drawn. */
export type Side = 'before' | 'after'

// Changes of one comparison never change their places, so each is known by its place.

/** Put in or taken out: a line under or through it besides the colour, and an element that says so to who does not see. */
function Marked({ side, children }: { side: Side; children: ReactNode }) {
  return side === 'before' ? <del className={css.del}>{children}</del> : <ins className={css.ins}>{children}</ins>
}

const isOf = ({ kind }: { kind: Change<unknown>['kind'] }, side: Side) => kind !== (side === 'before' ? 'added' : 'removed')

/** One side's words of a paragraph that was rewritten. */
function Words({ before, after, side }: { before: readonly RichInline[]; after: readonly RichInline[]; side: Side }) {
  return wordChangesOf(before, after)
    .filter((change) => isOf(change, side))
    .map(({ kind, inline }, place) =>
      kind === 'same' ? (
        <RichWords key={place} content={[inline]} />
      ) : (
        <Marked key={place} side={side}>
          {inline.type === 'hardBreak' && '↵'}
          <RichWords content={[inline]} />
        </Marked>
      ),
    )
}

const headings = { 1: 'h2', 2: 'h3', 3: 'h4' } as const
const inlinesOf = (block: RichBlock): readonly RichInline[] =>
  block.type === 'paragraph' || block.type === 'heading' ? (block.content ?? []) : []

/** A block that stands on both sides, otherwise: drawn as one side has it, with what differs marked. */
export function ChangedBlock({ before, after, side }: { before: RichBlock; after: RichBlock; side: Side }) {
  const shown = side === 'before' ? before : after
  if (shown.type === 'paragraph' || shown.type === 'heading') {
    const words = <Words before={inlinesOf(before)} after={inlinesOf(after)} side={side} />
    if (shown.type === 'paragraph') return <p>{words}</p>
    const Heading = headings[shown.attrs.level]
    return <Heading>{words}</Heading>
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
  return <Whole block={shown} />
}

/** A block as it is; of pictures also what one does not see. */
export function Whole({ block }: { block: RichBlock }) {
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
    .filter((change) => isOf(change, side))
    .map((change, place) => {
      if (change.kind === 'changed') return <ChangedBlock key={place} before={change.before} after={change.after} side={side} />
      return (
        <div key={place} data-marked={change.kind === 'same' ? undefined : side} className={css.block}>
          <Whole block={nodeOf(change)} />
        </div>
      )
    })
}

const itself = <Node extends RichBlock>(nodes: readonly Node[]): Change<Node>[] => nodes.map((after) => ({ kind: 'same', after }))

function Items({ changes, side }: Nodes<RichListItem>) {
  return changes
    .filter((change) => isOf(change, side))
    .map((change, place) => (
      <li key={place} data-marked={change.kind === 'added' || change.kind === 'removed' ? side : undefined}>
        <Blocks
          changes={
            change.kind === 'changed' ? changesOf(change.before.content, change.after.content) : itself(nodeOf(change).content)
          }
          side={side}
        />
      </li>
    ))
}

function Rows({ changes, side }: Nodes<RichRow>) {
  return changes
    .filter((change) => isOf(change, side))
    .map((change, place) => (
      <tr key={place} data-marked={change.kind === 'added' || change.kind === 'removed' ? side : undefined}>
        {nodeOf(change).content.map((_cell, column) => (
          <Cell key={column} change={change} column={column} side={side} />
        ))}
      </tr>
    ))
}

/** Cells of a changed row are read against those of the same column. */
function Cell({ change, column, side }: { change: Change<RichRow>; column: number; side: Side }) {
  const cellOf = (row: RichRow): RichCell | undefined => row.content[column]
  const shown = cellOf(side === 'before' && change.kind === 'changed' ? change.before : nodeOf(change))
  if (!shown) return null
  const old = change.kind === 'changed' ? cellOf(change.before) : undefined
  const fresh = change.kind === 'changed' ? cellOf(change.after) : undefined
  const changes = old && fresh ? changesOf(old.content, fresh.content) : itself(shown.content)
  const Element = shown.type === 'tableHeader' ? 'th' : 'td'
  return (
    <Element colSpan={shown.attrs?.colspan} rowSpan={shown.attrs?.rowspan}>
      <Blocks changes={changes} side={side} />
    </Element>
  )
}
