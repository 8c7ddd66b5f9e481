import { useQuery } from '@tanstack/react-query'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { age } from '../../../platform/language/time.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { useNow } from '../../../platform/use-now.ts'
import { raiserContactsQuery } from './handling.queries.ts'

/**
 * When the raiser of an active alert was last heard of, and when they were last located, for its audience. Nothing while it is
 * loading, and for an alert for another person: readers would take it for the contact of the person who needs help.
 */
export function RaiserContact({ alert, className }: { alert: AlertForViewer; className?: string | undefined }) {
  const text = useText()
  const language = useLanguage()
  const now = useNow()
  const isReader = useCurrentUser() !== null && alert.viewer.inAudience && !alert.viewer.isRaiser
  const isShown = isReader && alert.resolvedAt === null && !alert.isDrill && !alert.raisedFor
  const { data, isError } = useQuery({ ...raiserContactsQuery, enabled: isShown && alert.raisedBy !== null })
  if (!isShown || (alert.raisedBy !== null && !data && !isError)) return null
  const contact = isError ? undefined : data?.items.find(({ alertId }) => alertId === alert.id)
  const ageOf = (at: string | null | undefined) => (at ? age(at, now, language) : text('alerts.contact.unknown'))
  const seen = contact?.isOnline ? text('alerts.contact.online') : ageOf(contact?.seenAt)
  return (
    <span className={className}>
      <span>{text('alerts.contact.seen', { age: seen })}</span>
      <span>{text('alerts.contact.located', { age: ageOf(contact?.locatedAt) })}</span>
    </span>
  )
}
