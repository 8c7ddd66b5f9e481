import { useParams } from '@tanstack/react-router'
import { useMe } from '../../features/accounts/accounts.queries.ts'
import { RecordExport } from '../../features/record/admin/record-export.tsx'
import { useText } from '../../platform/language/i18n.ts'
import { paths } from '../../platform/paths/paths.ts'
import { Screen } from '../../ui/layout/screen.tsx'
import { ListSkeleton } from '../../ui/states/states.tsx'
import { NotFoundScreen } from '../not-found.tsx'

/** The export of the record of an alert, for administrators. */
export function AlertRecord() {
  const text = useText()
  const { alertId = '' } = useParams({ strict: false })
  const me = useMe()
  if (me && !me.isAdmin) return <NotFoundScreen />
  return (
    <Screen title={text('recordExport.title')} backTo={paths.alerts}>
      {me ? <RecordExport key={alertId} alertId={alertId} /> : <ListSkeleton />}
    </Screen>
  )
}
