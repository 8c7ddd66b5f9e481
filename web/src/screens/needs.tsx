import { Button, SegmentedControl } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type Need, NEED_KINDS, NEED_SUBJECTS, NeedKind, NeedSubject } from '@noroshi/contract/needs/needs.http'
import { boardOf } from '../features/needs/board.ts'
import { NeedCard } from '../features/needs/components/need-card.tsx'
import { NeedDialog } from '../features/needs/components/need-dialog.tsx'
import css from '../features/needs/components/needs.module.css'
import { useRemoveNeed } from '../features/needs/needs.changes.ts'
import { needsQuery } from '../features/needs/needs.queries.ts'
import { useText } from '../platform/language/i18n.ts'
import { paths } from '../platform/paths/paths.ts'
import { useCurrentUser } from '../platform/session/current-user.ts'
import { useNow } from '../platform/use-now.ts'
import { ChoiceField } from '../shared/admin/choice-field.tsx'
import { placesQuery } from '../shared/places/places.queries.ts'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import cards from '../ui/layout/cards.module.css'
import entries from '../ui/layout/entries.module.css'
import { Screen } from '../ui/layout/screen.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../ui/states/states.tsx'
import './needs-live.ts'
import './places-live.ts'

/** The needs board: what people need and offer. */
export function NeedsScreen() {
  const text = useText()
  return (
    <Screen title={text('needs.title')}>
      <Board />
    </Screen>
  )
}

function Board() {
  const text = useText()
  const navigate = useNavigate()
  const { kind = 'need', place: placeId = null } = useSearch({ from: '/layout/needs' })
  const [subject, setSubject] = useState<NeedSubject | null>(null)
  const { data: places } = useQuery(placesQuery)
  const [edited, setEdited] = useState<Need | 'new' | null>(null)
  const [removed, setRemoved] = useState<Need | null>(null)
  const choose = (search: { kind?: NeedKind; place?: string | undefined }) =>
    navigate({ to: paths.needs, search: (current) => ({ ...current, ...search }), replace: true })
  const create = (
    <Button leftSection={<IconPlus size={20} stroke={2} aria-hidden="true" />} onClick={() => setEdited('new')}>
      {text('needs.new')}
    </Button>
  )
  return (
    <div className={cards.column}>
      <SegmentedControl
        fullWidth
        aria-label={text('needs.kind')}
        data={NEED_KINDS.map((value) => ({ value, label: text(`needs.tab.${value}`) }))}
        value={kind}
        onChange={(value) => void choose({ kind: NeedKind.parse(value) })}
      />
      <div className={css.filters}>
        {places && places.items.length > 0 && (
          <ChoiceField
            label={text('needs.place')}
            data={[
              { value: '', label: text('needs.anyPlace') },
              ...places.items.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={placeId ?? ''}
            onChange={({ currentTarget: { value } }) => void choose({ place: value === '' ? undefined : value })}
          />
        )}
        <ChoiceField
          label={text('needs.subject')}
          data={[
            { value: '', label: text('needs.anySubject') },
            ...NEED_SUBJECTS.map((value) => ({ value, label: text(`needs.subject.${value}`) })),
          ]}
          value={subject ?? ''}
          onChange={({ currentTarget: { value } }) => setSubject(value === '' ? null : NeedSubject.parse(value))}
        />
        {create}
      </div>
      <Entries
        filter={{ kind, subject, placeId }}
        onShowAll={() => {
          setSubject(null)
          void choose({ place: undefined })
        }}
        onEdit={setEdited}
        onRemove={setRemoved}
      />
      {edited && (
        <NeedDialog
          need={edited === 'new' ? null : edited}
          start={{ kind, placeId }}
          places={places?.items ?? []}
          onClose={() => setEdited(null)}
        />
      )}
      {removed && <RemoveDialog need={removed} onClose={() => setRemoved(null)} />}
    </div>
  )
}

interface EntriesProps {
  filter: Parameters<typeof boardOf>[1]
  /** Leaves the choice of place and subject. */
  onShowAll: () => void
  onEdit: (need: Need) => void
  onRemove: (need: Need) => void
}

function Entries({ filter, onShowAll, onEdit, onRemove }: EntriesProps) {
  const text = useText()
  const viewer = useCurrentUser()
  const now = useNow()
  const { data, error, refetch } = useQuery(needsQuery)
  if (!data) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} title={text('needs.loadFailed')} /> : <ListSkeleton />
  }
  const shown = boardOf(data.items, filter, { viewer, now })
  if (shown.length === 0 && (filter.subject !== null || filter.placeId !== null)) {
    return <EmptyState title={text('needs.noneChosen')} action={<Button onClick={onShowAll}>{text('needs.showAll')}</Button>} />
  }
  if (shown.length === 0) {
    const title = text(filter.kind === 'need' ? 'needs.emptyNeeds' : 'needs.emptyOffers')
    return <EmptyState title={title} note={text('needs.emptyTip')} />
  }
  return (
    <ul className={entries.list}>
      {shown.map((need) => (
        <li key={need.id}>
          <NeedCard need={need} now={now} onEdit={() => onEdit(need)} onDelete={() => onRemove(need)} />
        </li>
      ))}
    </ul>
  )
}

function RemoveDialog({ need: { id, title }, onClose }: { need: Need; onClose: () => void }) {
  const text = useText()
  const { mutate, isPending } = useRemoveNeed()
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => mutate(id, { onSuccess: onClose })}
      isBusy={isPending}
      title={text('needs.deleteConfirm', { title })}
      confirmLabel={text('chrome.delete')}
    >
      <p>{text('needs.deleteNote')}</p>
    </ConfirmDialog>
  )
}
