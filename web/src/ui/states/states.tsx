import { Button, Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconRefresh, IconWifiOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { connectedAt } from '../../platform/connection/connected-at.ts'
import { ApiError, OfflineError } from '../../platform/connection/http-errors.ts'
import { useLanguage, useText } from '../../platform/language/i18n.ts'
import { dateTime } from '../../platform/language/time.ts'
import { SKELETON_DELAY_MS } from '../../platform/tuning.ts'
import css from './states.module.css'

interface EmptyStateProps {
  title: string
  note?: string
  /** The main action: a button or a link. */
  action?: ReactNode
}

/** The state of an empty list or page. */
export function EmptyState({ title, note, action }: EmptyStateProps) {
  return (
    <section className={css.panel}>
      <svg viewBox="0 0 200 92" width="200" height="92" aria-hidden="true">
        <path d="M0 92V78c26-2 40-20 66-20s30 14 48 14 26-26 50-26 26 18 36 20v26z" fill="var(--n-sunken)" />
        <path d="M10 92c34-2 50-34 84-34s50 32 96 34z" fill="var(--n-line)" />
        <path className={css.smoke} d="M94 46c-9-8 9-14 0-24" />
        <circle cx="94" cy="55" r="5" fill="var(--n-surface)" stroke="var(--n-accent)" strokeWidth="2.5" />
      </svg>
      <h2>{title}</h2>
      {note && <p>{note}</p>}
      {action}
    </section>
  )
}

const lineWidths = [62, 44, 70, 52]

/** A placeholder for loading rows. It appears after a delay. */
export function ListSkeleton({ rows = lineWidths.length }: { rows?: number }) {
  const text = useText()
  return (
    <output className={css.loading} aria-label={text('chrome.loading')} style={{ animationDelay: `${SKELETON_DELAY_MS}ms` }}>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className={css.row}>
          <Skeleton circle height={52} />
          <span>
            <Skeleton height={14} width={`${lineWidths[row % lineWidths.length] ?? 50}%`} />
            <Skeleton height={12} width={`${(lineWidths[row % lineWidths.length] ?? 50) + 22}%`} mt="var(--n-space-10)" />
          </span>
        </span>
      ))}
    </output>
  )
}

interface ErrorStateProps {
  error: unknown
  onRetry: () => void
  /** Names the content that did not load; a general text by default. */
  title?: string
}

/** Shows an error and a retry button. */
export function ErrorState({ error, onRetry, title }: ErrorStateProps) {
  const text = useText()
  const serverMessage = error instanceof ApiError ? error.message : ''
  return (
    <section className={css.panel} role="alert">
      <span className={css.problem}>
        {error instanceof OfflineError ? <IconWifiOff size={30} stroke={1.75} /> : <IconAlertTriangle size={30} stroke={1.75} />}
      </span>
      <h2>{title ?? text('chrome.didNotLoad')}</h2>
      <p>{error instanceof OfflineError ? text('chrome.noAnswer') : serverMessage || text('chrome.answeredError')}</p>
      <Button variant="default" leftSection={<IconRefresh size={20} stroke={2} />} onClick={onRetry}>
        {text('chrome.tryAgain')}
      </Button>
    </section>
  )
}

/** A banner while the server is unreachable. `children` may describe what is unsent. */
export function OfflineNotice({ children }: { children?: ReactNode }) {
  const text = useText()
  const language = useLanguage()
  const at = connectedAt()
  return (
    <output className={css.offline}>
      <IconWifiOff size={20} stroke={2} />
      <span>
        <b>{text('chrome.notConnected')}</b>
        {children ?? text('chrome.reconnecting')}
        {at && ` ${text('chrome.lastConnected', { time: dateTime(at.toISOString(), language) })}`}
      </span>
    </output>
  )
}
