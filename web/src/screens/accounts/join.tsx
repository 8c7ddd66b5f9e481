import { useSyncExternalStore } from 'react'
import { AppDownload } from '../../features/alarm-app/components/app-download.tsx'
import { isRaising } from '../../features/alerts/sos/raise.ts'
import { useHttpsInfo } from '../../shared/devices/https.queries.ts'
import { HotspotCard } from '../../features/hotspot/components/hotspot-card.tsx'
import { JoinGuide } from '../../features/https/components/join-guide.tsx'
import { JoinStatus } from '../../features/https/components/join-status.tsx'
import { useText } from '../../platform/language/i18n.ts'
import { outbox } from '../../platform/outbox/outbox.ts'
import { hasStoredDrafts } from '../../platform/session/storage.ts'
import { Screen } from '../../ui/layout/screen.tsx'
import { ErrorState, ListSkeleton } from '../../ui/states/states.tsx'

export function JoinScreen() {
  const text = useText()
  const { data: info, error, refetch } = useHttpsInfo()
  const hasUnsentContent = useSyncExternalStore(outbox.subscribe, outbox.hasContentOfUsers)
  return (
    <Screen title={text('join.title')}>
      <HotspotCard />
      {info !== undefined && (
        <JoinGuide
          info={info}
          status={
            <JoinStatus port={info?.port} hasDrafts={hasStoredDrafts() || hasUnsentContent} mayLeave={() => !isRaising()} />
          }
        />
      )}
      <AppDownload />
      {info === undefined && !error && <ListSkeleton />}
      {info === undefined && error && <ErrorState error={error} onRetry={() => void refetch()} />}
    </Screen>
  )
}
