import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LacsGroup } from '@noroshi/contract/admin/lacs.http'
import { ApiError } from '../../../platform/http-errors.ts'
import { useText } from '../../../platform/i18n.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { lacsGroupsQuery, useDeleteLacsGroup } from '../lacs.queries.ts'
import css from './admin.module.css'
import { DataTable } from './data-table.tsx'
import { LacsGroupDialog } from './lacs-group-dialog.tsx'
import { RowKeys } from './row-keys.tsx'

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
  const [doomed, setDoomed] = useState<LacsGroup | null>(null)
  const keep = () => {
    setDoomed(null)
    remove.reset()
  }
  const columns = [
    { key: 'name', label: text('lacs.organizationName'), place: 'head' as const, cell: Organization },
    { key: 'subdomain', label: text('lacs.subdomain'), cell: ({ subdomain }: LacsGroup) => subdomain },
    { key: 'contact', label: text('lacs.contact'), cell: Contact },
    { key: 'units', label: text('lacs.unitCount'), cell: ({ unitCount }: LacsGroup) => <span className="num">{unitCount}</span> },
    {
      key: 'shared',
      label: text('lacs.shareDataAmongUnits'),
      place: 'bare' as const,
      cell: (group: LacsGroup) => (
        <Tag tone={group.shareDataAmongUnits ? 'accent' : 'plain'}>
          {text(group.shareDataAmongUnits ? 'lacs.shared' : 'lacs.notShared')}
        </Tag>
      ),
    },
    {
      key: 'keys',
      label: text('admin.actions'),
      place: 'keys' as const,
      cell: (group: LacsGroup) => (
        <RowKeys name={group.organizationName} onEdit={() => onEdit(group)} onDelete={() => setDoomed(group)} />
      ),
    },
  ]
  return (
    <>
      <DataTable label={text('lacs.groups')} columns={columns} rows={groups} />
      <ConfirmDialog
        isOpen={doomed !== null}
        onClose={keep}
        onConfirm={() => doomed && remove.mutate(doomed.id, { onSuccess: keep })}
        isBusy={remove.isPending}
        title={text('lacs.groupDeleteConfirm', { name: doomed?.organizationName ?? '' })}
        confirmLabel={text('chrome.delete')}
      >
        <Problem>{remove.error && (remove.error instanceof ApiError ? remove.error.message : text('chrome.noAnswer'))}</Problem>
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
