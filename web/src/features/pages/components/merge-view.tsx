import { SegmentedControl } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { RichText as Doc } from '@noroshi/contract/pages/rich-text'
import { useText } from '../../../platform/i18n.ts'
import { countKey } from '../../../ui/count-key.ts'
import { type BlockPiece, type Choice, conflictsIn } from '../compare-merge.ts'
import { Unchanged } from './compare-view.tsx'
import css from './merge.module.css'
import { ConflictPiece, MergedPiece } from './merge-piece.tsx'

interface Props {
  pieces: readonly BlockPiece[]
  choices: ReadonlyMap<string, Choice>
  onChoose: (key: string, choice: Choice) => void
  /** null while somebody has to choose. */
  result: Doc | null
  /** How the result is shown, and maybe edited. */
  children: (result: Doc) => ReactNode
}

// Pieces of one comparison never change their places, so each is known by its place.

/** What both sides changed, a choice wherever they changed the same, and the result. */
export function MergeView({ pieces, choices, onChoose, result, children }: Props) {
  const text = useText()
  const [tab, setTab] = useState<'differences' | 'result'>('differences')
  const open = conflictsIn(pieces).filter(({ key }) => !choices.has(key)).length
  return (
    <section className={css.merge} aria-label={text('drafts.merge')}>
      <p className={css.state} role="status" data-open={open > 0 || undefined}>
        {open > 0 ? (
          <IconAlertTriangle size={20} stroke={2} aria-hidden="true" />
        ) : (
          <IconCheck size={20} stroke={2} aria-hidden="true" />
        )}
        {open > 0 ? text(countKey('drafts.conflicts', open), { count: open }) : text('drafts.conflictsDone')}
      </p>
      <SegmentedControl
        aria-label={text('drafts.merge')}
        value={tab}
        // `as`: its values are the two below
        onChange={(value) => setTab(value as 'differences' | 'result')}
        data={[
          { value: 'differences', label: text('drafts.differences') },
          { value: 'result', label: text('drafts.result') },
        ]}
      />
      <div hidden={tab === 'result'} className={css.pieces}>
        {pieces.map((piece, place) => {
          if (piece.kind === 'same') return <Unchanged key={place} blocks={piece.nodes} />
          if (piece.kind !== 'conflict') return <MergedPiece key={place} piece={piece} />
          return (
            <ConflictPiece
              key={place}
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
