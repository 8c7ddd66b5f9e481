import { IconChevronRight } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { type Text, useText } from '../../../platform/language/i18n.ts'
import { Avatar } from '../../../shared/people/avatar.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { AlertProgress } from '../../../shared/alerts/alert-progress.tsx'
import { useResponders } from '../alerts.queries.ts'
import { canOnAlert } from '../ability-facts.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { CannotHelp } from '../sos/cannot-help.tsx'
import css from './ledger-card.module.css'

const LedgerDialog = lazy(() => import('./ledger-dialog.tsx').then(({ LedgerDialog: dialog }) => ({ default: dialog })))

/** The delivered, seen and answered counts of an alert. They update live. */
export function LedgerCard({ alert }: { alert: AlertForViewer }) {
  const text = useText()
  const reader = useCurrentUser()
  const [isOpen, setOpen] = useState(false)
  const mayRead = canOnAlert(reader, 'alert:readLedger', alert)
  const responders = useResponders(alert.id, mayRead && alert.counts.responding > 0) ?? []
  const line = (
    <>
      {responders.length > 0 && (
        <span className={css.faces}>
          {responders.slice(0, 3).map((person) => (
            <Avatar key={person.id} person={person} size={28} />
          ))}
        </span>
      )}
      <span>{sentence(alert, nameOf(responders[0]), text)}</span>
    </>
  )
  return (
    <Card className={css.ledger}>
      <AlertProgress
        counts={alert.counts}
        labels={{
          delivered: text('alerts.ledger.delivered'),
          seen: text('alerts.ledger.seen'),
          responding: text('alerts.ledger.responding'),
        }}
      />
      {mayRead ? (
        <button type="button" className={css.line} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {line}
          <span className="visually-hidden">{text('alerts.ledger.open')}</span>
          <IconChevronRight size={20} stroke={2} aria-hidden="true" />
        </button>
      ) : (
        <p className={css.line}>{line}</p>
      )}
      <CannotHelp alert={alert} />
      {isOpen && (
        <Suspense>
          <LedgerDialog alertId={alert.id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Card>
  )
}

/** Returns 'Takashi and 3 others are responding', or a sentence without a name if the name is ''. */
function sentence({ counts, resolvedAt }: AlertForViewer, name: string, text: Text): string {
  const count = counts.responding
  const others = count - 1
  const isOver = resolvedAt !== null
  if (count === 0) return text(isOver ? 'alerts.ledger.none' : 'alerts.ledger.waiting')
  if (name === '') return text(isOver ? 'alerts.ledger.helped.count' : 'alerts.ledger.count', { count })
  if (others <= 0) return text(isOver ? 'alerts.ledger.helped.one' : 'alerts.ledger.one', { name })
  return text(isOver ? 'alerts.ledger.helped.others' : 'alerts.ledger.others', { name, count: others })
}
