import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LacsGroup, LacsUnit } from '@noroshi/contract/admin/lacs.http'
import { useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { Tag } from '../../../ui/layout/tag.tsx'
import { lacsGroupsQuery, lacsUnitsQuery, useDeleteLacsUnit } from '../../../shared/admin/lacs.queries.ts'
import css from '../../../shared/admin/admin.module.css'
import { DataTable } from '../../../shared/admin/data-table.tsx'
import { LacsUnitDialog } from './lacs-unit-dialog.tsx'
import { RowButtons } from '../../../shared/admin/row-buttons.tsx'

export function LacsUnits() {
  const text = useText()
  const { data: groups } = useQuery(lacsGroupsQuery)
  const { data, error, refetch } = useQuery(lacsUnitsQuery)
  const [edited, setEdited] = useState<LacsUnit | 'new' | null>(null)
  if (!data || !groups) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('lacs.unitsFailed')} />
    ) : (
      <ListSkeleton rows={2} />
    )
  }
  if (groups.items.length === 0) return <EmptyState title={text('lacs.unitsEmpty')} note={text('lacs.unitsNeedGroup')} />
  const create = (
    <Button leftSection={<IconPlus size={20} stroke={2} aria-hidden="true" />} onClick={() => setEdited('new')}>
      {text('lacs.unitCreate')}
    </Button>
  )
  return (
    <>
      {data.items.length === 0 ? (
        <EmptyState title={text('lacs.unitsEmpty')} action={create} />
      ) : (
        <>
          <div className={css.tools}>{create}</div>
          <Units units={data.items} groups={groups.items} onEdit={setEdited} />
        </>
      )}
      {edited && <LacsUnitDialog unit={edited === 'new' ? null : edited} groups={groups.items} onClose={() => setEdited(null)} />}
    </>
  )
}

interface UnitsProps {
  units: readonly LacsUnit[]
  groups: readonly LacsGroup[]
  onEdit: (unit: LacsUnit) => void
}

function Units({ units, groups, onEdit }: UnitsProps) {
  const text = useText()
  const remove = useDeleteLacsUnit()
  const [deleting, setDeleting] = useState<LacsUnit | null>(null)
  const organizationOf = ({ LacsGroupId }: LacsUnit) => groups.find(({ id }) => id === LacsGroupId)?.organizationName ?? '–'
  const columns = [
    {
      key: 'name',
      label: text('lacs.unitName'),
      area: 'head' as const,
      cell: ({ unitName, unitId }: LacsUnit) => (
        <span className={css.person}>
          <span>
            <b>{unitName}</b>
            {unitId}
          </span>
        </span>
      ),
    },
    { key: 'group', label: text('lacs.group'), cell: (unit: LacsUnit) => <span>{organizationOf(unit)}</span> },
    {
      key: 'admins',
      label: text('lacs.admins'),
      cell: ({ admins }: LacsUnit) => <span>{admins.map(nameOf).join(', ') || text('lacs.noAdmins')}</span>,
    },
    {
      key: 'kind',
      label: text('lacs.kind'),
      area: 'plain' as const,
      cell: ({ isCloudUnit }: LacsUnit) => (
        <Tag tone={isCloudUnit ? 'accent' : 'plain'}>{text(isCloudUnit ? 'lacs.cloud' : 'lacs.local')}</Tag>
      ),
    },
    {
      key: 'actions',
      label: text('admin.actions'),
      area: 'buttons' as const,
      cell: (unit: LacsUnit) => (
        <RowButtons name={unit.unitName} onEdit={() => onEdit(unit)} onDelete={() => setDeleting(unit)} />
      ),
    },
  ]
  return (
    <>
      <DataTable label={text('lacs.units')} columns={columns} rows={units} />
      <ConfirmDialog
        isOpen={deleting !== null}
        onClose={() => setDeleting(null)}
        onConfirm={() => deleting && remove.mutate(deleting.id, { onSuccess: () => setDeleting(null) })}
        isBusy={remove.isPending}
        title={text('lacs.unitDeleteConfirm', { name: deleting?.unitName ?? '' })}
        confirmLabel={text('chrome.delete')}
      />
    </>
  )
}
