import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import type { Unit } from '@noroshi/contract/accounts/accounts.http'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { MESSAGE_MAX } from '@noroshi/contract/limits'
import { useText } from '../../../platform/i18n.ts'
import { useRoom } from '../../../platform/socket.ts'
import { Composer } from '../../../ui/composer.tsx'
import { toastWarning } from '../../../ui/toast.tsx'
import { keepAlert } from '../alert-cache.ts'
import { answerAlert } from '../alerts.changes.ts'
import { mayOn } from '../facts.ts'
import { useSendMessage } from '../pending-messages.ts'
import { useReader } from '../../../platform/reader.ts'
import { AddInformation } from './add-information.tsx'
import { AlertChat } from './alert-chat.tsx'
import { AlertHead } from './alert-head.tsx'
import css from './alert-page.module.css'
import { AnswerBar } from './answer-bar.tsx'
import { LedgerCard } from './ledger-card.tsx'
import { MapAndMore } from './map-and-more.tsx'

interface Props {
  alert: AlertForViewer
  unit: Unit | undefined
  /** The map and media stand in the page, not beside it. */
  hasMap: boolean
}

/** All about one alert, from its words to its chat. */
export function AlertPage({ alert, unit, hasMap }: Props) {
  const reader = useReader()
  const scroller = useRef<HTMLDivElement>(null)
  useRoom('alert:join_alert_page', 'alert:leave_alert_page', { alertId: alert.id })
  useSeen(alert)
  useShowResolution(alert.resolvedAt !== null, scroller)
  const mayAdd = alert.resolvedAt === null && mayOn(reader, 'alert:addInformation', alert)
  return (
    <div className={css.page}>
      <div className={css.scroll} ref={scroller}>
        <AlertHead alert={alert} />
        {mayAdd && <AddInformation alert={alert} unit={unit} />}
        {hasMap && <MapAndMore alert={alert} unit={unit} />}
        <LedgerCard alert={alert} />
        <AlertChat alertId={alert.id} scroller={scroller} />
      </div>
      <AnswerBar alert={alert} />
      <Write alertId={alert.id} />
    </div>
  )
}

/** Who opens the page has seen the alert. */
function useSeen(alert: AlertForViewer) {
  const cache = useQueryClient()
  const reader = useReader()
  const isNew = alert.viewer.seenAt === null && mayOn(reader, 'alert:answer', alert)
  useEffect(() => {
    if (!isNew) return
    // A hint for the ledger: where it does not arrive, the next visit tells it again.
    answerAlert(alert.id, 'seen').then(
      (seen) => keepAlert(cache, seen),
      () => undefined,
    )
  }, [isNew, alert.id, cache])
}

/** Whoever reads further down is shown the ribbon when it comes. */
function useShowResolution(isResolved: boolean, scroller: RefObject<HTMLElement | null>) {
  const before = useRef(isResolved)
  useEffect(() => {
    if (isResolved && !before.current) scroller.current?.scrollTo({ top: 0 })
    before.current = isResolved
  }, [isResolved, scroller])
}

function Write({ alertId }: { alertId: string }) {
  const text = useText()
  const reader = useReader()
  const { send } = useSendMessage(alertId)
  const report = (words: string) => {
    if (!reader) {
      toastWarning('alerts.chat.loginToReport')
      return false
    }
    send(words)
    return true
  }
  return (
    <Composer
      placeholder={text('alerts.chat.write')}
      sendLabel={text('alerts.chat.send')}
      maxLength={MESSAGE_MAX}
      onTooLong={() => toastWarning('alerts.message.tooLong', { max: MESSAGE_MAX })}
      onSend={report}
    />
  )
}
