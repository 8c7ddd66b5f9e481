import { Radio } from '@mantine/core'
import { IconAlertTriangle, IconArrowMerge, IconChecks, IconPencil, IconWorld } from '@tabler/icons-react'
import type { RichBlock } from '@noroshi/contract/pages/rich-text'
import { useText } from '../../../platform/i18n.ts'
import form from '../../../ui/form.module.css'
import { Tag } from '../../../ui/tag.tsx'
import { type Change, changesOf } from '../compare.ts'
import type { BlockPiece, Choice, Conflict } from '../compare-merge.ts'
import { ChangedBlock, Whole } from './changed-nodes.tsx'
import compare from './compare.module.css'
import css from './merge.module.css'
import rich from './rich-text.module.css'

const icons = { draft: IconPencil, published: IconWorld, both: IconChecks, woven: IconArrowMerge } as const

// Changes of one comparison never change their places, so each is known by its place.

/** From what both began with to what stands there now: taken out above, put in below, words marked. */
function Steps({ before, after }: { before: readonly RichBlock[]; after: readonly RichBlock[] }) {
  const text = useText()
  if (after.length === 0 && before.length === 0) return null
  return (
    <>
      {after.length === 0 && <p className={css.removed}>{text('drafts.removedHere')}</p>}
      {changesOf(before, after).map((change, place) => (
        <Step key={place} change={change} />
      ))}
    </>
  )
}

function Step({ change }: { change: Change<RichBlock> }) {
  const text = useText()
  if (change.kind === 'same') return <Whole block={change.after} />
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
      <Whole block={change.kind === 'removed' ? change.before : change.after} />
    </div>
  )
}

/** What was merged by itself, and whose change it was. */
export function MergedPiece({ piece }: { piece: Exclude<BlockPiece, { kind: 'same' | 'conflict' }> }) {
  const text = useText()
  const Icon = icons[piece.kind]
  return (
    <div className={css.piece} data-by={piece.kind}>
      <Tag tone={piece.kind === 'draft' ? 'accent' : 'ok'} icon={<Icon size={16} stroke={2} aria-hidden="true" />}>
        {text(`drafts.by.${piece.kind}`)}
      </Tag>
      <Steps before={piece.base} after={piece.nodes} />
    </div>
  )
}

const choices = ['published', 'draft', 'both'] as const

interface ConflictProps {
  conflict: Conflict
  choice: Choice | null
  onChoose: (choice: Choice) => void
}

/** A place that both changed: what each made of it, and which one stays. */
export function ConflictPiece({ conflict, choice, onChoose }: ConflictProps) {
  const text = useText()
  return (
    <div className={css.piece} data-by="conflict">
      <Tag tone="warn" icon={<IconAlertTriangle size={16} stroke={2} aria-hidden="true" />}>
        {text('drafts.by.conflict')}
      </Tag>
      <div className={compare.sides}>
        {(['published', 'draft'] as const).map((side) => (
          <div key={side} className={compare.side} data-chosen={choice === side || choice === 'both' || undefined}>
            <span className={compare.sideLabel}>{text(side === 'draft' ? 'drafts.after' : 'drafts.before')}</span>
            <Steps before={conflict.base} after={conflict[side]} />
          </div>
        ))}
      </div>
      <Radio.Group
        label={text('drafts.choose')}
        value={choice}
        // `as`: its values are the choices below
        onChange={(value) => onChoose(value as Choice)}
      >
        <div className={form.choices} data-in-line>
          {choices.map((each) => (
            <Radio key={each} value={each} label={text(`drafts.choice.${each}`)} />
          ))}
        </div>
      </Radio.Group>
    </div>
  )
}
