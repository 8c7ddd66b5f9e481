import { IconMinus, IconPencil, IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { parseRichText, type RichBlock } from '@noroshi/contract/pages/rich-text'
import { useText } from '../../../platform/i18n.ts'
import { countKey } from '../../../ui/count-key.ts'
import { Tag } from '../../../ui/tag.tsx'
import { type Change, changesOf, hasChanges } from '../compare.ts'
import { ChangedBlock, type Side, Whole } from './changed-nodes.tsx'
import css from './compare.module.css'
import { RichText, StoredRichText } from './rich-text.tsx'
import rich from './rich-text.module.css'

interface Props {
  /** Rich text as JSON strings. */
  before: string
  after: string
  beforeLabel: string
  afterLabel: string
}

// Changes of one comparison never change their places, so each is known by its place.

type Moved = Exclude<Change<RichBlock>, { kind: 'same' }>
type Stretch = { readonly same: RichBlock[] } | { readonly moved: Moved }

/** What did not change is one stretch. */
function stretchesOf(changes: readonly Change<RichBlock>[]): Stretch[] {
  const stretches: Stretch[] = []
  for (const change of changes) {
    const last = stretches.at(-1)
    if (change.kind !== 'same') stretches.push({ moved: change })
    else if (last && 'same' in last) last.same.push(change.after)
    else stretches.push({ same: [change.after] })
  }
  return stretches
}

/** Two contents with what differs marked: side by side on a desktop, on a phone one above the other. */
export function CompareView({ before, after, beforeLabel, afterLabel }: Props) {
  const text = useText()
  const [old, fresh] = useMemo(() => [parseRichText(before), parseRichText(after)], [before, after])
  const changes = useMemo(() => (old && fresh ? changesOf(old.content, fresh.content) : []), [old, fresh])
  if (!old || !fresh) return <StoredRichText json={old ? after : before} />
  if (!hasChanges(changes)) return <p className={css.nothing}>{text('drafts.isSame')}</p>
  return (
    <section className={css.compare} aria-label={text('drafts.comparison')}>
      <div className={css.heads} aria-hidden="true">
        <span>{beforeLabel}</span>
        <span>{afterLabel}</span>
      </div>
      {stretchesOf(changes).map((stretch, place) =>
        'same' in stretch ? (
          <Unchanged key={place} blocks={stretch.same} />
        ) : (
          <MovedRow key={place} change={stretch.moved} labels={{ before: beforeLabel, after: afterLabel }} />
        ),
      )}
    </section>
  )
}

/** What stayed as it was; more than a little of it is folded away. */
export function Unchanged({ blocks }: { blocks: readonly RichBlock[] }) {
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
      <summary>{text(countKey('drafts.unchanged', blocks.length), { count: blocks.length })}</summary>
      <RichText doc={doc} />
    </details>
  )
}

const icons = { added: IconPlus, removed: IconMinus, changed: IconPencil } as const
const tones = { added: 'ok', removed: 'warn', changed: 'accent' } as const

function MovedRow({ change, labels }: { change: Moved; labels: Record<Side, string> }) {
  const text = useText()
  const Icon = icons[change.kind]
  return (
    <div className={css.row} data-kind={change.kind}>
      <Tag tone={tones[change.kind]} icon={<Icon size={16} stroke={2} aria-hidden="true" />}>
        {text(`drafts.change.${change.kind}`)}
      </Tag>
      <div className={css.sides}>
        {(['before', 'after'] as const).map((side) => (
          <SideOf key={side} change={change} side={side} label={labels[side]} />
        ))}
      </div>
    </div>
  )
}

function SideOf({ change, side, label }: { change: Moved; side: Side; label: string }) {
  const isThere = side === 'before' ? change.kind !== 'added' : change.kind !== 'removed'
  if (!isThere) return <div className={css.absent} />
  return (
    <div className={css.side} data-side={side}>
      <span className={css.sideLabel}>{label}</span>
      {change.kind === 'changed' ? (
        <div className={rich.rich}>
          <ChangedBlock before={change.before} after={change.after} side={side} />
        </div>
      ) : (
        <Whole block={change.kind === 'added' ? change.after : change.before} />
      )}
    </div>
  )
}
