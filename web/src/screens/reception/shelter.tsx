import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { OwnShelter } from '@noroshi/contract/reception/reception.http'
import { Desk } from '../../features/reception/components/desk.tsx'
import { Headcount } from '../../features/reception/components/headcount.tsx'
import css from '../../features/reception/components/reception.module.css'
import { Register } from '../../features/reception/components/register-list.tsx'
import { OfflineRegister } from '../../features/reception/offline/desk-people-list.tsx'
import type { RefusedHousehold } from '../../features/reception/offline/desk-people.ts'
import { deskVault } from '../../features/reception/offline/desk-vault.ts'
import { OfflineCard } from '../../features/reception/offline/offline-card.tsx'
import { useOfflineDesk } from '../../features/reception/offline/use-offline-desk.ts'
import { ownSheltersQuery } from '../../features/reception/reception.queries.ts'
import { useText, withTexts } from '../../platform/language/i18n.ts'
import { paths } from '../../platform/paths/paths.ts'
import { FacilityList } from '../../shared/places/facility-list.tsx'
import { Screen } from '../../ui/layout/screen.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/states/states.tsx'
import '../shelters-live.ts'
import { ShelterMessages } from './shelter-messages.tsx'

// Links and their sheets are texts of the administration.
const SelfServiceCard = lazy(() =>
  withTexts(() => import('../../features/reception/self-service/self-service-card.tsx'), 'admin').then(
    ({ SelfServiceCard: card }) => ({ default: card }),
  ),
)

const TABS = ['desk', 'register', 'headcount', 'messages'] as const

/** A shelter for its staff: the desk, the register, the headcount, and messages for its people. */
export function ShelterScreen() {
  const text = useText()
  const { placeId = '' } = useParams({ strict: false })
  const { data, error, refetch } = useQuery(ownSheltersQuery)
  const shelter = data?.items.find(({ place }) => place.id === placeId)
  return (
    <Screen title={shelter?.place.name ?? text('reception.shelters')} backTo={paths.shelters}>
      <div className={css.column}>
        {shelter ? (
          <Content shelter={shelter} />
        ) : data ? (
          <EmptyState title={text('error.shelter.notFound')} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} title={text('reception.sheltersFailed')} />
        ) : (
          <ListSkeleton />
        )}
      </div>
    </Screen>
  )
}

function Content({ shelter: { place, role } }: { shelter: OwnShelter }) {
  const text = useText()
  const [tab, setTab] = useState<(typeof TABS)[number]>('desk')
  const { isOffline, unsent } = useOfflineDesk(place.id)
  /** Without a connection, the desk begins with its PIN. */
  const isOfflineFirst = isOffline || unsent.length > 0
  /** The refused household that a person changes at the desk. */
  const [refused, setRefused] = useState<RefusedHousehold | null>(null)
  const edit = (household: RefusedHousehold) => {
    setRefused(household)
    setTab('desk')
  }
  const prolong = () => deskVault.prolong(place.id)
  return (
    <div className={css.panel} onPointerDownCapture={prolong} onKeyDownCapture={prolong}>
      <FacilityList place={place} />
      {isOfflineFirst && <OfflineCard placeId={place.id} onEdit={edit} />}
      <Tabs
        value={tab}
        onChange={(next) => setTab(TABS.find((each) => each === next) ?? 'desk')}
        keepMounted={false}
        styles={{ tab: { paddingInline: 'var(--n-space-4)' } }}
      >
        <Tabs.List grow className={css.tabs}>
          {TABS.map((value) => (
            <Tabs.Tab key={value} value={value}>
              {text(value === 'messages' ? 'personSearch.tab' : `reception.${value}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {/* The people who are about to be received stay while another tab is open. */}
        <Tabs.Panel value="desk" className={css.panel} keepMounted>
          <Desk place={place} refused={refused} />
          {!isOfflineFirst && <OfflineCard placeId={place.id} onEdit={edit} />}
          <Suspense>{!isOffline && <SelfServiceCard place={place} role={role} />}</Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="register" className={css.panel}>
          {isOffline ? <OfflineRegister placeId={place.id} /> : <Register place={place} role={role} />}
        </Tabs.Panel>
        <Tabs.Panel value="headcount" className={css.panel}>
          <Headcount place={place} />
        </Tabs.Panel>
        <Tabs.Panel value="messages" className={css.panel}>
          <ShelterMessages placeId={place.id} />
        </Tabs.Panel>
      </Tabs>
    </div>
  )
}
