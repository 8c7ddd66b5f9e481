import { useQuery } from '@tanstack/react-query'
import { unitQuery } from '../features/accounts/accounts.queries.ts'
import { FeedList } from '../features/feeds/components/feed-list.tsx'
import { useText } from '../platform/i18n.ts'
import { paths } from '../platform/paths.ts'
import { UnitContext } from '../platform/unit.ts'
import { Screen } from '../ui/screen.tsx'
import './feeds-live.ts'

/** The feeds of the community. */
export function FeedsScreen() {
  const text = useText()
  const { data: unit } = useQuery(unitQuery)
  return (
    <UnitContext value={unit}>
      <Screen title={text('feeds.title')} backTo={paths.home}>
        <FeedList />
      </Screen>
    </UnitContext>
  )
}
