import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { withTexts } from '../../../platform/language/i18n.ts'
import { useNow } from '../../../platform/use-now.ts'
import { LazyContent, retryUntilLoaded } from '../../../ui/states/lazy-content.tsx'
import { noticesQuery } from '../notices.queries.ts'
import { orderNotices } from '../order-notices.ts'

// Home loads the texts of the other screens only where there is a notice.
const NoticesInEffect = lazy(() =>
  retryUntilLoaded(() => withTexts(() => import('./notices-in-effect.tsx'))).then(({ NoticesInEffect: card }) => ({
    default: card,
  })),
)

/** The card of home with the official notices in effect; nothing without one. */
export function HomeNotices() {
  const now = useNow()
  const { data } = useQuery(noticesQuery)
  const { inEffect } = orderNotices(data?.items ?? [], now)
  if (inEffect.length === 0) return null
  return (
    <LazyContent>
      <NoticesInEffect notices={inEffect} now={now} />
    </LazyContent>
  )
}
