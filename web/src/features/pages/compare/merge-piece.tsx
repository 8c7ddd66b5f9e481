import { Radio } from '@mantine/core'
import { IconAlertTriangle, IconArrowMerge, IconChecks, IconPencil, IconWorld } from '@tabler/icons-react'
import type { RichBlock } from '@noroshi/contract/pages/rich-text'
import { useText } from '../../../platform/language/i18n.ts'
import form from '../../../ui/forms/form.module.css'
import { Tag } from '../../../ui/layout/tag.tsx'
import { type Change, changesOf } from './compare.ts'
import type { BlockPiece, Choice, Conflict } from './compare-merge.ts'
import { ChangedBlock, PlainBlock } from './changed-nodes.tsx'
import compare from './compare.module.css'
import css from './merge.module.css'
import rich from '../editor/rich-text.module.css'

const icons = { draft: IconPencil, published: IconWorld, both: IconChecks, merged: IconArrowMerge } as const

// React keys are indexes: the changes of a comparison keep their order.

/** Changes from the base: removed blocks, added blocks, and rewritten blocks with marked words. */
function Changes({ before, after }: { before: readonly RichBlock[]; after: readonly RichBlock[] }) {
  const text = useText()
  if (after.length === 0 && before.length === 0) return null
  return (
    <>
      {after.length === 0 && <p className={css.removed}>{text('drafts.removedHere')}</p>}
      {changesOf(before, after).map((change, index) => (
        <ChangedPart key={index} change={change} />
      ))}
    </>
  )
}

function ChangedPart({ change }: { change: Change<RichBlock> }) {
  const text = useText()
  if (change.kind === 'same') return <PlainBlock block={change.after} />
  if (change.kind === 'changed') {
    return (
      <div className={rich.rich}>
        {(['before', 'after'] as const).map((side) => (
          <div key={side} className={compare.step}>
            <span className={compare.sideLabel}>{text(side === 'before' ? 'drafts.was' : 'drafts.became')}</span>
            <ChangedBlock before={change.before} after={change.after} side={side} />
          </div>
        ))}
      </div>
    )
  }
  return (
    <div data-marked={change.kind === 'removed' ? 'before' : 'after'} className={compare.block}>
      <PlainBlock block={change.kind === 'removed' ? change.before : change.after} />
    </div>
  )
}

/** An automatically merged change with the side that made it. */
export function MergedPiece({ piece }: { piece: Exclude<BlockPiece, { kind: 'same' | 'conflict' }> }) {
  const text = useText()
  const Icon = icons[piece.kind]
  return (
    <div className={css.piece} data-by={piece.kind}>
      <Tag tone={piece.kind === 'draft' ? 'accent' : 'ok'} icon={<Icon size={16} stroke={2} aria-hidden="true" />}>
        {text(`drafts.by.${piece.kind}`)}
      </Tag>
      <Changes before={piece.base} after={piece.nodes} />
    </div>
  )
}

const choices = ['published', 'draft', 'both'] as const

interface ConflictProps {
  conflict: Conflict
  choice: Choice | null
  onChoose: (choice: Choice) => void
}

/** A conflict: both versions and the choice between them. */
export function ConflictPiece({ conflict, choice, onChoose }: ConflictProps) {
  const text = useText()
  return (
    <div className={css.piece} data-by="conflict">
      <Tag tone="warn" icon={<IconAlertTriangle size={16} stroke={2} aria-hidden="true" />}>
        {text('drafts.by.conflict')}
      </Tag>
      <div className={compare.sides}>
        {(['published', 'draft'] as const).map((side) => (
          <div key={side} className={compare.side}>
            <span className={compare.sideLabel}>{text(side === 'draft' ? 'drafts.after' : 'drafts.before')}</span>
            <Changes before={conflict.base} after={conflict[side]} />
          </div>
        ))}
      </div>
      <Radio.Group
        label={text('drafts.choose')}
        value={choice}
        // `as`: the values are the choices below
        onChange={(value) => onChoose(value as Choice)}
      >
        <div className={form.choices} data-in-line>
          {choices.map((option) => (
            <Radio key={option} value={option} label={text(`drafts.choice.${option}`)} />
          ))}
        </div>
      </Radio.Group>
    </div>
  )
}
