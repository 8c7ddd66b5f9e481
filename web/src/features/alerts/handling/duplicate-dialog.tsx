import { useMemo } from 'react'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { dateTime } from '../../../platform/language/time.ts'
import { Avatar } from '../../../shared/people/avatar.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { EmptyState } from '../../../ui/states/states.tsx'
import { useActiveAlerts } from '../alert-lists.ts'
import { locationOf, nearestOf, raiserName, summaryOf } from '../alert-texts.ts'
import { useHandle } from './handling.changes.ts'
import css from './handling.module.css'

/** Returns the alerts that this one can be a duplicate of: active ones without a mark, the nearest one first. */
function candidatesOf(alert: AlertForViewer, active: readonly AlertForViewer[]): readonly AlertForViewer[] {
  const others = active.filter(
    ({ id, handling, isDrill }) => id !== alert.id && !handling?.duplicateOf && isDrill === alert.isDrill,
  )
  const nearest = nearestOf(others, locationOf(alert))
  return nearest ? [nearest, ...others.filter((other) => other !== nearest)] : others
}

/** Marks an alert as a duplicate of another one. */
export function DuplicateDialog({ alert, onClose }: { alert: AlertForViewer; onClose: () => void }) {
  const text = useText()
  const language = useLanguage()
  const active = useActiveAlerts()
  const { mutate, isPending } = useHandle(alert.id)
  const candidates = useMemo(() => candidatesOf(alert, active ?? []), [alert, active])
  return (
    <Dialog isOpen onClose={onClose} title={text('alerts.duplicate.mark')}>
      <p>{text('alerts.duplicate.note')}</p>
      {candidates.length === 0 ? (
        <EmptyState title={text('alerts.duplicate.noOther')} />
      ) : (
        <section className={css.choices}>
          <h3>{text('alerts.duplicate.which')}</h3>
          {candidates.map((other) => (
            <button
              key={other.id}
              type="button"
              disabled={isPending}
              onClick={() => mutate({ duplicateOf: other.id }, { onSuccess: onClose })}
            >
              <Avatar person={other.raisedBy} size={36} />
              <span>
                <b translate={other.raisedBy === null ? undefined : 'no'}>{raiserName(other, text)}</b>
                <span>{summaryOf(other, text)}</span>
                <time dateTime={other.createdAt}>{dateTime(other.createdAt, language)}</time>
              </span>
            </button>
          ))}
        </section>
      )}
    </Dialog>
  )
}
