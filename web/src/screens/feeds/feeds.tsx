import { FeedList } from '../../features/feeds/components/feed-list.tsx'
import { useText } from '../../platform/language/i18n.ts'
import { paths } from '../../platform/paths/paths.ts'
import { Screen } from '../../ui/layout/screen.tsx'
import '../feeds-live.ts'

/** The list of feeds. */
export function FeedsScreen() {
  const text = useText()
  return (
    <Screen title={text('feeds.title')} backTo={paths.home}>
      <FeedList />
    </Screen>
  )
}
