import { ActionIcon, Button } from '@mantine/core'
import { IconChevronDown, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DashboardSection } from '@noroshi/contract/dashboard/dashboard.http'
import { useText } from '../../../platform/language/i18n.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { Tag } from '../../../ui/layout/tag.tsx'
import { useDeleteSection, useOrderSections } from '../dashboard.changes.ts'
import { sectionsQuery } from '../dashboard.queries.ts'
import css from './manage.module.css'
import { ManageLinks } from './manage-links.tsx'
import { ReorderList } from './reorder-list.tsx'
import { SectionDialog } from './section-dialog.tsx'

/** 'new': creates a section. */
type Edited = DashboardSection | 'new' | null

/** The administration of the home's sections and their links. */
export function ManageSections() {
  const text = useText()
  const { data, error, refetch } = useQuery(sectionsQuery)
  const [edited, setEdited] = useState<Edited>(null)
  const create = (
    <Button leftSection={<IconPlus size={20} stroke={2} aria-hidden="true" />} onClick={() => setEdited('new')}>
      {text('dashboard.sectionCreate')}
    </Button>
  )
  if (!data) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('dashboard.sectionsFailed')} />
    ) : (
      <ListSkeleton />
    )
  }
  return (
    <div className={css.manage}>
      {data.items.length === 0 ? (
        <EmptyState title={text('dashboard.sectionsEmpty')} note={text('dashboard.sectionsEmptyTip')} action={create} />
      ) : (
        <>
          <div className={css.tools}>
            <p>{text('dashboard.manageNote')}</p>
            {create}
          </div>
          <Sections sections={data.items.toSorted((a, b) => a.position - b.position)} onEdit={setEdited} />
        </>
      )}
      {edited && <SectionDialog section={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </div>
  )
}

function Sections({ sections, onEdit }: { sections: readonly DashboardSection[]; onEdit: (section: DashboardSection) => void }) {
  const text = useText()
  const order = useOrderSections()
  const remove = useDeleteSection()
  const [openId, setOpenId] = useState<string | null>(null)
  const [deleting, setDeleting] = useState<DashboardSection | null>(null)
  const rows = sections.map((section) => ({
    id: section.id,
    name: section.title,
    summary: (
      <SectionSummary
        section={section}
        isOpen={section.id === openId}
        onToggle={(isOpen) => setOpenId(isOpen ? section.id : null)}
      />
    ),
    buttons: (
      <>
        <ActionIcon aria-label={text('dashboard.edit', { name: section.title })} onClick={() => onEdit(section)}>
          <IconPencil size={20} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon aria-label={text('dashboard.delete', { name: section.title })} onClick={() => setDeleting(section)}>
          <IconTrash size={20} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </>
    ),
    more: section.id === openId && <ManageLinks section={section} />,
  }))
  return (
    <>
      <ReorderList label={text('dashboard.sections')} rows={rows} newest={order.newest} onOrder={order.change} />
      <ConfirmDialog
        isOpen={deleting !== null}
        onClose={() => setDeleting(null)}
        onConfirm={() => deleting && remove.mutate(deleting.id, { onSuccess: () => setDeleting(null) })}
        isBusy={remove.isPending}
        title={text('dashboard.sectionDeleteConfirm', { name: deleting?.title ?? '' })}
        confirmLabel={text('chrome.delete')}
      >
        <p>{text('dashboard.sectionDeleteNote')}</p>
      </ConfirmDialog>
    </>
  )
}

interface SummaryProps {
  section: DashboardSection
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
}

function SectionSummary({ section, isOpen, onToggle }: SummaryProps) {
  const text = useText()
  return (
    <button type="button" className={css.face} aria-expanded={isOpen} onClick={() => onToggle(!isOpen)}>
      <IconChevronDown className={css.chevron} data-open={isOpen || undefined} size={20} stroke={2} aria-hidden="true" />
      <span>
        <b>{section.title}</b>
        <Tag>{text(`dashboard.type.${section.type}`)}</Tag>
      </span>
    </button>
  )
}
