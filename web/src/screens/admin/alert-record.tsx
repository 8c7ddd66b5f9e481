import { useParams } from '@tanstack/react-router'
import { useMe } from '../../features/accounts/accounts.queries.ts'
import { RecordExport } from '../../features/record/admin/record-export.tsx'
import { ReplaySection } from '../../features/record/components/replay-section.tsx'
import { useText } from '../../platform/language/i18n.ts'
import { paths } from '../../platform/paths/paths.ts'
import { Screen } from '../../ui/layout/screen.tsx'
import { ListSkeleton } from '../../ui/states/states.tsx'
import { NotFoundScreen } from '../not-found.tsx'
import css from '../../features/record/components/record.module.css'

/** The export of the record of an alert, for administrators. */
export function AlertRecord() {
  const text = useText()
  const { alertId = '' } = useParams({ strict: false })
  const me = useMe()
  if (me && !me.isAdmin) return <NotFoundScreen />
  return (
    <Screen title={text('recordExport.title')} backTo={paths.alerts}>
      {me ? (
        <>
          <div className={css.column} key={alertId} data-not-printed>
            <ReplaySection alertId={alertId} />
          </div>
          <RecordExport key={`export ${alertId}`} alertId={alertId} />
        </>
      ) : (
        <ListSkeleton />
      )}
    </Screen>
  )
}
