import { IconRun } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import type { Responder } from '@noroshi/contract/alerts/handling.http'
import { type Text, useLanguage, useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { age } from '../../../platform/language/time.ts'
import { useNow } from '../../../platform/use-now.ts'
import { distanceText } from '../../../ui/map/distance.ts'
import { respondersQuery } from './handling.queries.ts'
import css from './handling.module.css'

/** Max responders that are listed. The ledger has all of them. */
const SHOWN = 5

const NAMED = { arrived: 'alerts.coming.arrived', done: 'alerts.coming.done', onTheWay: 'alerts.coming.named' } as const
const UNNAMED = {
  arrived: 'alerts.coming.someoneArrived',
  done: 'alerts.coming.someoneDone',
  onTheWay: 'alerts.coming.someone',
} as const

/** The users who come to an active alert, with distance and its age. The device of an anonymous raiser gets no names. */
export function Coming({ alert }: { alert: AlertForViewer }) {
  const text = useText()
  const { data } = useQuery({ ...respondersQuery(alert.id), enabled: alert.counts.responding > 0 })
  if (!data || data.items.length === 0 || alert.counts.responding === 0) return null
  return (
    <ul className={css.coming} aria-label={text('alerts.coming')}>
      {data.items.slice(0, SHOWN).map((responder, index) => (
        <li key={responder.user?.id ?? index}>
          <IconRun size={20} stroke={2} aria-hidden="true" />
          <ComingPerson responder={responder} />
        </li>
      ))}
    </ul>
  )
}

function ComingPerson({ responder }: { responder: Responder }) {
  const text = useText()
  const language = useLanguage()
  const now = useNow()
  const { user, progress = 'onTheWay', locatedAt } = responder
  return (
    <span>
      <b>{user ? text(NAMED[progress], { name: nameOf(user) }) : text(UNNAMED[progress])}</b>
      {progress === 'onTheWay' && (
        <>
          {'\u00A0· '}
          {distanceOf(responder, text)}
          {locatedAt && ` (${age(locatedAt, now, language)})`}
        </>
      )}
    </span>
  )
}

/** Returns the distance; for the device of an anonymous raiser it is rounded. */
function distanceOf({ user, distance }: Responder, text: Text): string {
  if (distance === null) return text('alerts.coming.noDistance')
  if (user) return distanceText(distance)
  return distance === 0 ? text('alerts.coming.near') : text('alerts.coming.about', { distance: distanceText(distance) })
}
