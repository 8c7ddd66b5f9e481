import { Button } from '@mantine/core'
import { IconDatabaseExport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { BackupState } from '@noroshi/contract/backups/backups.http'
import { ApiError } from '../../platform/connection/http-errors.ts'
import { useText } from '../../platform/language/i18n.ts'
import admin from '../../shared/admin/admin.module.css'
import { Notice } from '../../ui/states/notice.tsx'
import { ErrorState, ListSkeleton } from '../../ui/states/states.tsx'
import { BackupForm } from './backup-form.tsx'
import { BackupRuns } from './backup-runs.tsx'
import css from './backup.module.css'
import { backupsQuery, useStartBackup } from './backups.queries.ts'

/** Scheduled backups: when and where, and the last runs. */
export function Backups() {
  const text = useText()
  const { data, error, refetch } = useQuery(backupsQuery)
  if (data) return <Loaded state={data} />
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} title={text('backup.loadFailed')} />
  return <ListSkeleton rows={4} />
}

function Loaded({ state }: { state: BackupState }) {
  const text = useText()
  const start = useStartBackup()
  const isRunning = state.runs.some(({ outcome }) => outcome === null)
  return (
    <>
      <div className={css.intro}>
        <p>{text('backup.intro')}</p>
        {state.hasFilesInS3 && <Notice>{text('backup.filesInS3')}</Notice>}
      </div>
      <section className={admin.part} aria-labelledby="backup-schedule">
        <div className={admin.head}>
          <h2 id="backup-schedule">{text('backup.schedule')}</h2>
        </div>
        <BackupForm state={state} />
      </section>
      <section className={admin.part} aria-labelledby="backup-runs">
        <div className={admin.head}>
          <h2 id="backup-runs">{text('backup.runs')}</h2>
          <Button
            variant="default"
            leftSection={<IconDatabaseExport size={20} stroke={1.75} aria-hidden="true" />}
            disabled={state.settings === null}
            loading={start.isPending || isRunning}
            onClick={() => start.mutate()}
          >
            {text('backup.now')}
          </Button>
        </div>
        {start.error && (
          <div className={css.intro}>
            <Notice role="alert">{start.error instanceof ApiError ? start.error.message : text('chrome.noAnswer')}</Notice>
          </div>
        )}
        <BackupRuns runs={state.runs} />
      </section>
    </>
  )
}
