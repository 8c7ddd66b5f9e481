import type { LedgerEntry } from '@noroshi/contract/alerts/alerts.http'
import { useId } from 'react'
import { Link } from '@tanstack/react-router'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { dateTime } from '../../../platform/language/time.ts'
import { Avatar } from '../../../shared/people/avatar.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { ReplyAge } from '../../../shared/chat/reply-age.tsx'
import { ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { Tag } from '../../../ui/layout/tag.tsx'
import { useLedger } from '../alerts.queries.ts'
import css from './ledger-dialog.module.css'

const TONES = { responding: 'ok', seen: 'accent', notReached: 'warn', delivered: 'plain', cannotHelp: 'plain' } as const

/** All recipients of an alert with their answers, and the users whom it did not reach. */
export function LedgerDialog({ alertId, onClose }: { alertId: string; onClose: () => void }) {
  const text = useText()
  const headingId = useId()
  const { entries, at, error, refetch } = useLedger(alertId)
  const reached = entries?.filter(isReached) ?? []
  const notReached = entries?.filter((entry) => !isReached(entry)) ?? []
  return (
    <Dialog isOpen onClose={onClose} title={text('alerts.ledger')}>
      {!entries && !error && <ListSkeleton />}
      {!entries && error && <ErrorState error={error} onRetry={() => void refetch()} title={text('alerts.ledger.failed')} />}
      {entries && <ReplyAge at={at} />}
      {entries && reached.length === 0 && <p>{text('alerts.ledger.empty')}</p>}
      <People entries={reached} />
      {notReached.length > 0 && (
        <section aria-labelledby={headingId}>
          <h3 id={headingId} className={css.heading}>
            {text('alerts.ledger.notReachedCount', { count: notReached.length })}
          </h3>
          <People entries={notReached} />
        </section>
      )}
    </Dialog>
  )
}

const People = ({ entries }: { entries: readonly LedgerEntry[] }) => (
  <ul className={css.people}>
    {entries.map((entry) => (
      <Entry key={entry.user.id} entry={entry} />
    ))}
  </ul>
)

/** Whether a device of the user has received the alert. */
const isReached = ({ deliveredAt, seenAt, answer }: LedgerEntry) => deliveredAt !== null || seenAt !== null || answer !== null

function Entry({ entry: { user, unitName, answer, answeredAt, seenAt, deliveredAt } }: { entry: LedgerEntry }) {
  const text = useText()
  const language = useLanguage()
  const state = answer ?? (seenAt ? 'seen' : deliveredAt ? 'delivered' : 'notReached')
  const at = answeredAt ?? seenAt ?? deliveredAt
  return (
    <li>
      <Avatar person={user} size={40} />
      <span>
        {unitName === undefined ? (
          <Link to={paths.profile} params={{ userId: user.id }} translate="no">
            {nameOf(user)}
          </Link>
        ) : (
          <b translate="no">{text('alerts.ledger.via', { name: nameOf(user), unit: unitName })}</b>
        )}
        {at && <time dateTime={at}>{dateTime(at, language)}</time>}
      </span>
      <Tag tone={TONES[state]}>{text(`alerts.ledger.${state}`)}</Tag>
    </li>
  )
}
