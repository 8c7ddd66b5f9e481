import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import type { Unit } from '@noroshi/contract/accounts/accounts.http'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { useRoom } from '../../../platform/connection/socket.ts'
import { canOnAlert } from '../ability-facts.ts'
import { markAlertSeen } from '../unsent-answers.ts'
import { AddInformation } from '../sos/add-information.tsx'
import { Classification } from '../handling/classification.tsx'
import { Coming } from '../handling/coming.tsx'
import { RaiserContact } from '../handling/raiser-contact.tsx'
import { HandlingCard } from '../handling/handling-card.tsx'
import css from './alert-facts.module.css'
import { AlertHead } from './alert-head.tsx'
import { LedgerCard } from './ledger-card.tsx'
import { MapAndMore } from './map-and-more.tsx'

interface Props {
  alert: AlertForViewer
  unit: Unit | undefined
  /** The map and media are in the page, not beside it. */
  hasMap: boolean
  /** Joins the radio channel of the alert. */
  radio?: ReactNode
  /** Further buttons for the reader of an active alert. */
  actions?: ReactNode
  /** Opens the record of the alert. */
  record?: ReactNode
}

/** The facts of one alert, from its text to its ledger. */
export function AlertFacts({ alert, unit, hasMap, radio, actions, record }: Props) {
  const reader = useCurrentUser()
  const text = useText()
  const top = useRef<HTMLDivElement>(null)
  useRoom('alert:join_alert_page', 'alert:leave_alert_page', { alertId: alert.id })
  useSeen(alert)
  useShowResolution(alert.resolvedAt !== null, top)
  const mayAdd = canOnAlert(reader, 'alert:addInformation', alert)
  return (
    <div className={css.facts} ref={top}>
      <AlertHead alert={alert} />
      <RaiserContact alert={alert} className={css.contact} />
      {mayAdd && <AddInformation alert={alert} unit={unit} />}
      {(alert.viewer.isRaiser || alert.viewer.holdsToken) && alert.resolvedAt === null && <Classification alert={alert} />}
      {alert.latitude !== null && alert.longitude !== null && (
        <p className="print-only num">
          {text('alerts.tab.location')}: {alert.latitude}, {alert.longitude}
        </p>
      )}
      {alert.resolvedAt === null && <Coming alert={alert} />}
      {radio}
      {hasMap && <MapAndMore alert={alert} unit={unit} />}
      <LedgerCard alert={alert} />
      <HandlingCard alert={alert} />
      {alert.resolvedAt === null && actions}
      {record}
    </div>
  )
}

/** Reports that the user has seen the alert when they open the page. */
function useSeen(alert: AlertForViewer) {
  const reader = useCurrentUser()
  const isNew = alert.viewer.seenAt === null && canOnAlert(reader, 'alert:answer', alert)
  useEffect(() => {
    if (isNew) markAlertSeen(alert.id)
  }, [isNew, alert.id])
}

/** Scrolls to the top when the alert is resolved, so that the badge is visible. */
function useShowResolution(isResolved: boolean, top: RefObject<HTMLElement | null>) {
  const before = useRef(isResolved)
  useEffect(() => {
    if (isResolved && !before.current) top.current?.scrollIntoView({ block: 'start' })
    before.current = isResolved
  }, [isResolved, top])
}
