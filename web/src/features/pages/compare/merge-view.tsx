import { SegmentedControl } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { RichText as Doc } from '@noroshi/contract/pages/rich-text'
import { useText } from '../../../platform/language/i18n.ts'
import { type BlockPiece, type Choice, conflictsIn } from './compare-merge.ts'
import { UnchangedBlocks } from './compare-view.tsx'
import css from './merge.module.css'
import { ConflictPiece, MergedPiece } from './merge-piece.tsx'

interface Props {
  pieces: readonly BlockPiece[]
  choices: ReadonlyMap<string, Choice>
  onChoose: (key: string, choice: Choice) => void
  /** null while a conflict has no choice. */
  result: Doc | null
  /** Renders the result. */
  children: (result: Doc) => ReactNode
}

// React keys are indexes: the pieces of a comparison keep their order.

/** Changes of both sides with a choice for each conflict, and the result in a second tab. */
export function MergeView({ pieces, choices, onChoose, result, children }: Props) {
  const text = useText()
  const [tab, setTab] = useState<'differences' | 'result'>('differences')
  const openCount = conflictsIn(pieces).filter(({ key }) => !choices.has(key)).length
  return (
    <section className={css.merge} aria-label={text('drafts.merge')}>
      <p className={css.state} role="status" data-open={openCount > 0 || undefined}>
        {openCount > 0 ? (
          <IconAlertTriangle size={20} stroke={2} aria-hidden="true" />
        ) : (
          <IconCheck size={20} stroke={2} aria-hidden="true" />
        )}
        {openCount > 0 ? text('drafts.conflicts', { count: openCount }) : text('drafts.conflictsDone')}
      </p>
      <SegmentedControl
        aria-label={text('drafts.merge')}
        value={tab}
        // `as`: the values are the two below
        onChange={(value) => setTab(value as 'differences' | 'result')}
        data={[
          { value: 'differences', label: text('drafts.differences') },
          { value: 'result', label: text('drafts.result') },
        ]}
      />
      <div hidden={tab === 'result'} className={css.pieces}>
        {pieces.map((piece, index) => {
          if (piece.kind === 'same') return <UnchangedBlocks key={index} blocks={piece.nodes} />
          if (piece.kind !== 'conflict') return <MergedPiece key={index} piece={piece} />
          return (
            <ConflictPiece
              key={index}
              conflict={piece}
              choice={choices.get(piece.key) ?? null}
              onChoose={(choice) => onChoose(piece.key, choice)}
            />
          )
        })}
      </div>
      {tab === 'result' && (result ? children(result) : <p className={css.later}>{text('drafts.resultLater')}</p>)}
    </section>
  )
}
