import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LacsGroup } from '@noroshi/contract/admin/lacs.http'
import { ApiError } from '../../../platform/connection/http-errors.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { FieldError } from '../../../ui/forms/field-error.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { Tag } from '../../../ui/layout/tag.tsx'
import { lacsGroupsQuery, useDeleteLacsGroup } from '../../../shared/admin/lacs.queries.ts'
import css from '../../../shared/admin/admin.module.css'
import { DataTable } from '../../../shared/admin/data-table.tsx'
import { LacsGroupDialog } from './lacs-group-dialog.tsx'
import { RowButtons } from '../../../shared/admin/row-buttons.tsx'

export function LacsGroups() {
  const text = useText()
  const { data, error, refetch } = useQuery(lacsGroupsQuery)
  const [edited, setEdited] = useState<LacsGroup | 'new' | null>(null)
  if (!data) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('lacs.groupsFailed')} />
    ) : (
      <ListSkeleton rows={2} />
    )
  }
  const create = (
    <Button leftSection={<IconPlus size={20} stroke={2} aria-hidden="true" />} onClick={() => setEdited('new')}>
      {text('lacs.groupCreate')}
    </Button>
  )
  return (
    <>
      {data.items.length === 0 ? (
        <EmptyState title={text('lacs.groupsEmpty')} action={create} />
      ) : (
        <>
          <div className={css.tools}>{create}</div>
          <Groups groups={data.items} onEdit={setEdited} />
        </>
      )}
      {edited && <LacsGroupDialog group={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </>
  )
}

function Groups({ groups, onEdit }: { groups: readonly LacsGroup[]; onEdit: (group: LacsGroup) => void }) {
  const text = useText()
  const remove = useDeleteLacsGroup()
  const [deleting, setDeleting] = useState<LacsGroup | null>(null)
  const closeDialog = () => {
    setDeleting(null)
    remove.reset()
  }
  const columns = [
    { key: 'name', label: text('lacs.organizationName'), area: 'head' as const, cell: Organization },
    { key: 'subdomain', label: text('lacs.subdomain'), cell: ({ subdomain }: LacsGroup) => subdomain },
    { key: 'contact', label: text('lacs.contact'), cell: Contact },
    { key: 'units', label: text('lacs.unitCount'), cell: ({ unitCount }: LacsGroup) => <span className="num">{unitCount}</span> },
    {
      key: 'shared',
      label: text('lacs.shareDataAmongUnits'),
      area: 'plain' as const,
      cell: (group: LacsGroup) => (
        <Tag tone={group.shareDataAmongUnits ? 'accent' : 'plain'}>
          {text(group.shareDataAmongUnits ? 'lacs.shared' : 'lacs.notShared')}
        </Tag>
      ),
    },
    {
      key: 'actions',
      label: text('admin.actions'),
      area: 'buttons' as const,
      cell: (group: LacsGroup) => (
        <RowButtons name={group.organizationName} onEdit={() => onEdit(group)} onDelete={() => setDeleting(group)} />
      ),
    },
  ]
  return (
    <>
      <DataTable label={text('lacs.groups')} columns={columns} rows={groups} />
      <ConfirmDialog
        isOpen={deleting !== null}
        onClose={closeDialog}
        onConfirm={() => deleting && remove.mutate(deleting.id, { onSuccess: closeDialog })}
        isBusy={remove.isPending}
        title={text('lacs.groupDeleteConfirm', { name: deleting?.organizationName ?? '' })}
        confirmLabel={text('chrome.delete')}
      >
        <FieldError>
          {remove.error && (remove.error instanceof ApiError ? remove.error.message : text('chrome.noAnswer'))}
        </FieldError>
      </ConfirmDialog>
    </>
  )
}

const Organization = ({ organizationName, departmentName }: LacsGroup) => (
  <span className={css.person}>
    <span>
      <b>{organizationName}</b>
      {departmentName}
    </span>
  </span>
)

const Contact = ({ contactPersonName, contactPersonDesignation }: LacsGroup) => (
  <span>{[contactPersonName, contactPersonDesignation].filter(Boolean).join(' · ') || '–'}</span>
)
