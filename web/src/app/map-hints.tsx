import { lazy, type ReactNode } from 'react'
import type { Unit } from '@noroshi/contract/accounts/accounts.http'
import { withTexts } from '../platform/language/i18n.ts'
import { useCurrentUser } from '../platform/session/current-user.ts'
import { LazyContent, retryUntilLoaded } from '../ui/states/lazy-content.tsx'
import { type MapHint, MapHintContext } from '../ui/map/map-hint.ts'

const load = () => retryUntilLoaded(() => withTexts(() => import('../features/streets/streets-hint.tsx')))
const StreetsHint = lazy(() => load().then((module) => ({ default: module.StreetsHint })))
const StreetsLink = lazy(() => load().then((module) => ({ default: module.StreetsLink })))

const missingStreets: MapHint = {
  hint: (
    <LazyContent>
      <StreetsHint />
    </LazyContent>
  ),
  link: (
    <LazyContent>
      <StreetsLink />
    </LazyContent>
  ),
}

/** Provides what the maps lack to administrators. */
export function MapHints({ unit, children }: { unit: Unit | undefined; children: ReactNode }) {
  const isAdmin = useCurrentUser()?.isAdmin === true
  const isMissing = isAdmin && unit?.streets === null && unit.tileUrl === null
  return <MapHintContext value={isMissing ? missingStreets : null}>{children}</MapHintContext>
}
