import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import type { Unit } from '@noroshi/contract/accounts/accounts.http'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { unitQuery } from '../features/accounts/accounts.queries.ts'
import { useAlert } from '../features/alerts/alerts.queries.ts'
import { canOnAlert } from '../features/alerts/ability-facts.ts'
import { AlertList } from '../features/alerts/components/alert-list.tsx'
import { closeAlertNotifications } from '../platform/push/close-notifications.ts'
import { markSeen } from '../features/alerts/thread-marks.ts'
import { useVisible } from '../platform/connection/use-visible.ts'
import { AlertFacts } from '../features/alerts/components/alert-facts.tsx'
import { AnswerBar } from '../features/alerts/components/answer-bar.tsx'
import { MapAndMore } from '../features/alerts/components/map-and-more.tsx'
import { KeptNote } from '../features/alerts/handling/private-notes.tsx'
import { ChatComposer } from '../features/messaging/components/chat-composer.tsx'
import { MayWrite } from '../features/messaging/may-write.ts'
import { MessageList } from '../features/messaging/components/message-list.tsx'
import { AlertRadio } from '../features/radio/components/alert-radio.tsx'
import { RecordButton } from '../features/record/components/record-button.tsx'
import { AskAudience } from '../features/roll-calls/components/ask-audience.tsx'
import { messagingLive } from '../features/messaging/messaging.live.ts'
import { useChat } from '../features/messaging/chat.queries.ts'
import { useCurrentUser } from '../platform/session/current-user.ts'
import { ApiError } from '../platform/connection/http-errors.ts'
import { useText } from '../platform/language/i18n.ts'
import { addLive } from '../platform/connection/live.ts'
import { paths } from '../platform/paths/paths.ts'
import { useAccessToken } from '../platform/session/session.ts'
import { EmptyState, ErrorState, ListSkeleton } from '../ui/states/states.tsx'
import { toastWarning } from '../ui/states/toast.tsx'
import { Screen } from '../ui/layout/screen.tsx'
import { useWide } from '../ui/layout/use-wide.ts'
import css from './alert-detail.module.css'

// Registers the events before the first query of messages, so that none is missed.
addLive(messagingLive)

/** One alert. Phones show one column; desktops show it between the list and its map. */
export function AlertDetail() {
  const text = useText()
  const { alertId = '' } = useParams({ strict: false })
  const isWide = useWide()
  const isSignedIn = useAccessToken() !== null
  const { data: unit } = useQuery(unitQuery)
  return (
    <Screen title={text('alerts.details')} backTo={isSignedIn ? paths.alerts : paths.home} hasBar={false} isFixed>
      <div className={css.panes} data-list={(isWide && isSignedIn) || undefined}>
        {isWide && isSignedIn && (
          <nav className={css.list} aria-label={text('alerts.list')}>
            <AlertList currentId={alertId} />
          </nav>
        )}
        <AlertPanes key={alertId} alertId={alertId} unit={unit} isWide={isWide} />
      </div>
    </Screen>
  )
}

function AlertPanes({ alertId, unit, isWide }: { alertId: string; unit: Unit | undefined; isWide: boolean }) {
  const text = useText()
  const isSignedIn = useAccessToken() !== null
  const { alert, error, refetch } = useAlert(alertId)
  const isGone = error instanceof ApiError && error.status === 404
  if (isGone) {
    return (
      <div className={css.state}>
        <EmptyState
          title={text('alerts.notFound')}
          note={text(isSignedIn ? 'alerts.notFoundWhy' : 'alerts.notFoundLogin')}
          action={
            <Button component={Link} to={isSignedIn ? paths.alerts : paths.login}>
              {text(isSignedIn ? 'alerts.toAlerts' : 'alerts.login')}
            </Button>
          }
        />
        <KeptNote alertId={alertId} />
      </div>
    )
  }
  if (!alert) {
    return (
      <div className={css.state}>{error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ListSkeleton />}</div>
    )
  }
  return (
    <>
      <AlertColumn alert={alert} unit={unit} hasMap={!isWide} />
      {isWide && (
        <aside className={css.side} aria-label={text('alerts.mapAndMore')}>
          <MapAndMore alert={alert} unit={unit} isPane />
        </aside>
      )}
    </>
  )
}

interface ColumnProps {
  alert: AlertForViewer
  unit: Unit | undefined
  /** The map and media are in the column, not beside it. */
  hasMap: boolean
}

/** The facts of an alert with its chat below them. */
function AlertColumn({ alert, unit, hasMap }: ColumnProps) {
  const text = useText()
  const alertId = alert.id
  const threadId = alert.alertMessageThread.MessageThreadId
  const chat = useMemo(() => ({ threadId, alertId }), [threadId, alertId])
  useMarkSeen(threadId, alertId)
  const isReader = useCurrentUser() !== null && alert.viewer.inAudience && !alert.viewer.isRaiser
  const actions = isReader && <AskAudience alert={{ id: alertId, isDrill: alert.isDrill === true }} />
  const record = useCurrentUser() !== null && <RecordButton alertId={alertId} />
  const hasRadio = canOnAlert(useCurrentUser(), 'alert:chat', alert) && alert.resolvedAt === null
  const radio = hasRadio && <AlertRadio alertId={alertId} isResponding={alert.viewer.answer === 'responding'} />
  const facts = <AlertFacts alert={alert} unit={unit} hasMap={hasMap} radio={radio} actions={actions} record={record} />
  return (
    <section className={css.column}>
      <MayWrite value={canOnAlert(useCurrentUser(), 'alert:chat', alert)}>
        <MessageList chat={chat} lead={{ content: facts, title: text('alerts.chat') }} />
      </MayWrite>
      <AnswerBar alert={alert} />
      <ChatComposer
        chat={chat}
        placeholder={text('alerts.chat.write')}
        onVisitor={() => toastWarning('alerts.chat.loginToReport')}
      />
    </section>
  )
}

/** Messages that are shown here need no status report later, and no notification. */
function useMarkSeen(threadId: string, alertId: string) {
  const { chat } = useChat(threadId, alertId)
  const seq = chat?.items.at(-1)?.seq
  const isVisible = useVisible()
  useEffect(() => {
    if (!isVisible) return
    if (seq !== undefined) markSeen(threadId, seq)
    void closeAlertNotifications(alertId, ['alarm', 'chat', 'unsentAnswer'])
  }, [isVisible, threadId, alertId, seq])
}
