import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { AllReportsLink } from '../missing-reports/own-reports.tsx'
import css from '../../features/reception/components/reception.module.css'
import { ownSheltersQuery } from '../../features/reception/reception.queries.ts'
import { useText } from '../../platform/language/i18n.ts'
import { paths } from '../../platform/paths/paths.ts'
import { FacilityList } from '../../shared/places/facility-list.tsx'
import entries from '../../ui/layout/entries.module.css'
import { Screen } from '../../ui/layout/screen.tsx'
import { Tag } from '../../ui/layout/tag.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/states/states.tsx'
import '../shelters-live.ts'

/** The shelters in which the user receives people. */
export function SheltersScreen() {
  const text = useText()
  const { data, error, refetch } = useQuery(ownSheltersQuery)
  return (
    <Screen title={text('reception.shelters')}>
      <div className={css.column}>
        <AllReportsLink />
        {data ? (
          data.items.length === 0 ? (
            <EmptyState title={text('reception.noShelters')} />
          ) : (
            <ul className={entries.list}>
              {data.items.map(({ place, role }) => (
                <li key={place.id}>
                  <Link to={paths.shelter} params={{ placeId: place.id }} className={`${entries.entry} ${css.shelter}`}>
                    <span className={css.head}>
                      <b className={entries.title} translate="no">
                        {place.name}
                      </b>
                      <IconChevronRight size={20} stroke={1.75} aria-hidden="true" />
                    </span>
                    <span className={entries.tags}>
                      <Tag>{text(`reception.role.${role}`)}</Tag>
                      {place.state === 'closed' && <Tag tone="warn">{text('reception.closed')}</Tag>}
                    </span>
                    <FacilityList place={place} />
                  </Link>
                </li>
              ))}
            </ul>
          )
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} title={text('reception.sheltersFailed')} />
        ) : (
          <ListSkeleton />
        )}
      </div>
    </Screen>
  )
}
