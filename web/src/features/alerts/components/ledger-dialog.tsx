import type { LedgerEntry } from '@noroshi/contract/alerts/alerts.http'
import { Link } from '@tanstack/react-router'
import { useLanguage, useText } from '../../../platform/i18n.ts'
import { paths } from '../../../platform/paths.ts'
import { nameOf } from '../../../platform/person-name.ts'
import { dateTime } from '../../../platform/time.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ReplyAge } from '../../../ui/reply-age.tsx'
import { ErrorState, ListSkeleton } from '../../../ui/states.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { useLedger } from '../alerts.queries.ts'
import css from './ledger-dialog.module.css'

/** All recipients of an alert with their answers. */
export function LedgerDialog({ alertId, onClose }: { alertId: string; onClose: () => void }) {
  const text = useText()
  const { entries, at, error, refetch } = useLedger(alertId)
  return (
    <Dialog isOpen onClose={onClose} title={text('alerts.ledger')}>
      {!entries && !error && <ListSkeleton />}
      {!entries && error && <ErrorState error={error} onRetry={() => void refetch()} title={text('alerts.ledger.failed')} />}
      {entries && <ReplyAge at={at} />}
      {entries?.length === 0 && <p>{text('alerts.ledger.empty')}</p>}
      {entries && (
        <ul className={css.people}>
          {entries.map((entry) => (
            <Entry key={entry.user.id} entry={entry} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function Entry({ entry: { user, answer, answeredAt, seenAt, deliveredAt } }: { entry: LedgerEntry }) {
  const text = useText()
  const language = useLanguage()
  const state = answer ?? (seenAt ? 'seen' : 'delivered')
  const at = answeredAt ?? seenAt ?? deliveredAt
  return (
    <li>
      <Avatar person={user} size={40} />
      <span>
        <Link to={paths.profile} params={{ userId: user.id }}>
          {nameOf(user)}
        </Link>
        {at && <time dateTime={at}>{dateTime(at, language)}</time>}
      </span>
      <Tag tone={state === 'responding' ? 'ok' : state === 'seen' ? 'accent' : 'plain'}>{text(`alerts.ledger.${state}`)}</Tag>
    </li>
  )
}
