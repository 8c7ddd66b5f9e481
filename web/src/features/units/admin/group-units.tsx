import { Button } from '@mantine/core'
import { useState } from 'react'
import type { UnitInGroup, UnitsState } from '@noroshi/contract/units/units.http'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { fullDateTime } from '../../../platform/language/time.ts'
import { DataTable } from '../../../shared/admin/data-table.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { saveFile } from '../../../ui/forms/save-file.ts'
import { Tag } from '../../../ui/layout/tag.tsx'
import { toastSuccess, toastWarning } from '../../../ui/states/toast.tsx'
import own from './units.module.css'
import { blobOf, useRevokeUnit, useWriteFile } from './units.queries.ts'

interface Props {
  units: readonly UnitInGroup[]
  group: NonNullable<UnitsState['group']>
}

/** The units of the group: their last contact, and what is still to carry to them. */
export function GroupUnits({ units, group }: Props) {
  const text = useText()
  const revoke = useRevokeUnit()
  const [revoking, setRevoking] = useState<UnitInGroup | null>(null)
  const columns = [
    { key: 'name', label: text('units.name'), area: 'head' as const, cell: (unit: UnitInGroup) => <Name unit={unit} /> },
    {
      key: 'link',
      label: text('units.lastLink'),
      cell: ({ isSelf, lastLinkAt }: UnitInGroup) => <Contact isSelf={isSelf} at={lastLinkAt} />,
    },
    {
      key: 'file',
      label: text('units.lastFile'),
      cell: ({ isSelf, lastBundleAt }: UnitInGroup) => <Contact isSelf={isSelf} at={lastBundleAt} />,
    },
    {
      key: 'carry',
      label: text('units.toCarry'),
      cell: ({ isSelf, state, toCarry }: UnitInGroup) => (
        <span className="num">{isSelf || state !== 'paired' ? '–' : toCarry}</span>
      ),
    },
    { key: 'clock', label: text('units.clock'), cell: (unit: UnitInGroup) => <Clock unit={unit} /> },
    { key: 'version', label: text('units.version'), cell: ({ version }: UnitInGroup) => version ?? text('units.notKnown') },
    {
      key: 'actions',
      label: text('admin.actions'),
      area: 'plain' as const,
      cell: (unit: UnitInGroup) =>
        unit.isSelf || unit.state !== 'paired' || !group.isSharing ? null : (
          <span className={own.buttons}>
            <WriteFile unit={unit} />
            {group.isFounder && (
              <Button variant="default" onClick={() => setRevoking(unit)}>
                {text('units.revoke')}
              </Button>
            )}
          </span>
        ),
    },
  ]
  return (
    <>
      <DataTable label={text('units.title')} columns={columns} rows={units} />
      <ConfirmDialog
        isOpen={revoking !== null}
        onClose={() => setRevoking(null)}
        onConfirm={() => revoking && revoke.mutate(revoking.id, { onSuccess: () => setRevoking(null) })}
        isBusy={revoke.isPending}
        title={text('units.revokeConfirm', { name: revoking?.name ?? '' })}
        confirmLabel={text('units.revoke')}
      >
        {text('units.revokeNote')}
      </ConfirmDialog>
    </>
  )
}

function Name({ unit: { name, isSelf, isFounder, isCloudUnit, state, isForked } }: { unit: UnitInGroup }) {
  const text = useText()
  return (
    <span className={own.tags}>
      <b>{name}</b>
      {isSelf && <Tag tone="accent">{text('units.self')}</Tag>}
      {isFounder && <Tag>{text('units.founder')}</Tag>}
      {isCloudUnit && <Tag>{text('units.cloud')}</Tag>}
      {state !== 'paired' && <Tag>{text(`units.${state}`)}</Tag>}
      {isForked && <Tag>{text('units.forked')}</Tag>}
    </span>
  )
}

function Contact({ isSelf, at }: { isSelf: boolean; at: string | null }) {
  const text = useText()
  const language = useLanguage()
  if (isSelf) return <span>–</span>
  return at === null ? <span>{text('units.never')}</span> : <time dateTime={at}>{fullDateTime(at, language)}</time>
}

/** Differences below this many milliseconds come from the way of the request. */
const SAME_MS = 2000

function Clock({ unit: { isSelf, clockOffsetMs } }: { unit: UnitInGroup }) {
  const text = useText()
  if (isSelf) return <span>–</span>
  if (clockOffsetMs === null) return <span>{text('units.notKnown')}</span>
  if (Math.abs(clockOffsetMs) < SAME_MS) return <span>{text('units.clockSame')}</span>
  const seconds = String(Math.round(Math.abs(clockOffsetMs) / 1000))
  return <span>{text(clockOffsetMs > 0 ? 'units.clockAhead' : 'units.clockBehind', { seconds })}</span>
}

function WriteFile({ unit }: { unit: UnitInGroup }) {
  const text = useText()
  const write = useWriteFile()
  const save = () =>
    write.mutate(unit.id, {
      onSuccess({ bundle, isComplete }) {
        saveFile(blobOf(bundle), 'noroshi-units.age')
        if (isComplete) toastSuccess('units.fileWritten')
        else toastWarning('units.filePart')
      },
    })
  return (
    <Button loading={write.isPending} aria-label={text('units.writeFileFor', { name: unit.name })} onClick={save}>
      {text('units.writeFile')}
    </Button>
  )
}
