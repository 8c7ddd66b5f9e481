import { IconMinus, IconPencil, IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { parseRichText, type RichBlock } from '@noroshi/contract/pages/rich-text'
import { useText } from '../../../platform/language/i18n.ts'
import { Tag } from '../../../ui/layout/tag.tsx'
import { type Change, changesOf, hasChanges } from './compare.ts'
import { ChangedBlock, type Side, PlainBlock } from './changed-nodes.tsx'
import css from './compare.module.css'
import { RichText, StoredRichText } from '../editor/rich-text.tsx'
import rich from '../editor/rich-text.module.css'

interface Props {
  /** Rich text as JSON strings. */
  before: string
  after: string
  beforeLabel: string
  afterLabel: string
}

// React keys are indexes: the changes of a comparison keep their order.

type Difference = Exclude<Change<RichBlock>, { kind: 'same' }>
type Section = { readonly same: RichBlock[] } | { readonly difference: Difference }

/** Groups unchanged neighbouring blocks into one section. */
function sectionsOf(changes: readonly Change<RichBlock>[]): Section[] {
  const sections: Section[] = []
  for (const change of changes) {
    const last = sections.at(-1)
    if (change.kind !== 'same') sections.push({ difference: change })
    else if (last && 'same' in last) last.same.push(change.after)
    else sections.push({ same: [change.after] })
  }
  return sections
}

/** Two contents with marked differences: side by side on a desktop, one above the other on a phone. */
export function CompareView({ before, after, beforeLabel, afterLabel }: Props) {
  const text = useText()
  const [older, newer] = useMemo(() => [parseRichText(before), parseRichText(after)], [before, after])
  const changes = useMemo(() => (older && newer ? changesOf(older.content, newer.content) : []), [older, newer])
  if (!older || !newer) return <StoredRichText json={older ? after : before} />
  if (!hasChanges(changes)) return <p className={css.nothing}>{text('drafts.isSame')}</p>
  return (
    <section className={css.compare} aria-label={text('drafts.comparison')}>
      <div className={css.heads} aria-hidden="true">
        <span>{beforeLabel}</span>
        <span>{afterLabel}</span>
      </div>
      {sectionsOf(changes).map((section, index) =>
        'same' in section ? (
          <UnchangedBlocks key={index} blocks={section.same} />
        ) : (
          <DifferenceRow key={index} change={section.difference} labels={{ before: beforeLabel, after: afterLabel }} />
        ),
      )}
    </section>
  )
}

/** Unchanged blocks. More than two are collapsed. */
export function UnchangedBlocks({ blocks }: { blocks: readonly RichBlock[] }) {
  const text = useText()
  const doc = { type: 'doc' as const, content: [...blocks] }
  if (blocks.length <= 2) {
    return (
      <div className={css.same}>
        <RichText doc={doc} />
      </div>
    )
  }
  return (
    <details className={css.same}>
      <summary>{text('drafts.unchanged', { count: blocks.length })}</summary>
      <RichText doc={doc} />
    </details>
  )
}

const icons = { added: IconPlus, removed: IconMinus, changed: IconPencil } as const
const tones = { added: 'ok', removed: 'warn', changed: 'accent' } as const

function DifferenceRow({ change, labels }: { change: Difference; labels: Record<Side, string> }) {
  const text = useText()
  const Icon = icons[change.kind]
  return (
    <div className={css.row} data-kind={change.kind}>
      <Tag tone={tones[change.kind]} icon={<Icon size={16} stroke={2} aria-hidden="true" />}>
        {text(`drafts.change.${change.kind}`)}
      </Tag>
      <div className={css.sides}>
        {(['before', 'after'] as const).map((side) => (
          <DifferenceSide key={side} change={change} side={side} label={labels[side]} />
        ))}
      </div>
    </div>
  )
}

function DifferenceSide({ change, side, label }: { change: Difference; side: Side; label: string }) {
  const exists = side === 'before' ? change.kind !== 'added' : change.kind !== 'removed'
  if (!exists) return <div className={css.absent} />
  return (
    <div className={css.side} data-side={side}>
      <span className={css.sideLabel}>{label}</span>
      {change.kind === 'changed' ? (
        <div className={rich.rich}>
          <ChangedBlock before={change.before} after={change.after} side={side} />
        </div>
      ) : (
        <PlainBlock block={change.kind === 'added' ? change.after : change.before} />
      )}
    </div>
  )
}
