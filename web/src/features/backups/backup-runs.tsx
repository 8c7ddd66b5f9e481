import { type BackupRun, DAMAGED_MAX, DAMAGED_NAMED_MAX } from '@noroshi/contract/backups/backups.http'
import { useLanguage, useText } from '../../platform/language/i18n.ts'
import { fullDateTime } from '../../platform/language/time.ts'
import { DataTable } from '../../shared/admin/data-table.tsx'
import { sizeText } from '../../ui/forms/size-text.ts'
import { EmptyState } from '../../ui/states/states.tsx'
import css from './backup.module.css'

/** Returns the text of the result of a run. */
function outcomeOf({ outcome, rehearsal, bytes }: BackupRun) {
  if (outcome === null) return bytes === null ? 'backup.running' : 'backup.testing'
  if (outcome !== 'complete') return `backup.outcome.${outcome}` as const
  if (rehearsal === 'rehearsed' || rehearsal === 'verified') return `backup.outcome.${rehearsal}` as const
  return 'backup.outcome.unchecked'
}

/** A rehearsal that has found the max number of damaged files looks for no more. */
const moreDamagedKey = (more: number) =>
  more + DAMAGED_NAMED_MAX >= DAMAGED_MAX ? 'backup.moreDamagedAtLeast' : 'backup.moreDamaged'

/** The last runs of backups, newest first. */
export function BackupRuns({ runs }: { runs: readonly BackupRun[] }) {
  const text = useText()
  const language = useLanguage()
  if (runs.length === 0) return <EmptyState title={text('backup.noRuns')} />
  const columns = [
    {
      key: 'when',
      label: text('auditLog.when'),
      area: 'head' as const,
      cell: ({ startedAt }: BackupRun) => <time dateTime={startedAt}>{fullDateTime(startedAt, language)}</time>,
    },
    { key: 'result', label: text('admin.status'), area: 'plain' as const, cell: (run: BackupRun) => <Result run={run} /> },
    {
      key: 'kind',
      label: text('backup.kind'),
      cell: ({ kind }: BackupRun) => text(`backup.kind.${kind}`),
    },
    {
      key: 'target',
      label: text('backup.target'),
      cell: ({ target, name }: BackupRun) => <span className={css.path}>{name === null ? target : `${target}/${name}`}</span>,
    },
    {
      key: 'size',
      label: text('streets.size'),
      cell: ({ bytes, newBytes }: BackupRun) =>
        bytes === null ? '–' : text('backup.size', { size: sizeText(bytes), new: sizeText(newBytes ?? 0) }),
    },
  ]
  return <DataTable label={text('backup.runs')} columns={columns} rows={runs} />
}

function Result({ run }: { run: BackupRun }) {
  const text = useText()
  const { problem, detail, moreDamaged } = run
  return (
    <div className={css.result} data-failed={run.outcome === 'failed' || undefined}>
      <b>{text(outcomeOf(run))}</b>
      {problem !== null && <p>{text(`error.backup.${problem}`, { detail: detail ?? '' })}</p>}
      {moreDamaged !== undefined && <p>{text(moreDamagedKey(moreDamaged), { count: moreDamaged })}</p>}
    </div>
  )
}
