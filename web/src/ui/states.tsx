import { Button, Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconRefresh, IconWifiOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ApiError, OfflineError } from '../platform/http-errors.ts'
import { useText } from '../platform/i18n.ts'
import { SKELETON_DELAY_MS } from '../platform/tuning.ts'
import css from './states.module.css'

interface EmptyStateProps {
  title: string
  note?: string
  /** The one thing to do now: a button or a link. */
  action?: ReactNode
}

/** Nothing here yet: a hill with no fire. */
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

const lines = [62, 44, 70, 52]

/** The shape of rows that are on their way; it shows itself only where they take a while. */
export function ListSkeleton({ rows = lines.length }: { rows?: number }) {
  const words = useText()
  return (
    <output className={css.loading} aria-label={words('chrome.loading')} style={{ animationDelay: `${SKELETON_DELAY_MS}ms` }}>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className={css.row}>
          <Skeleton circle height={52} />
          <span>
            <Skeleton height={14} width={`${lines[row % lines.length] ?? 50}%`} />
            <Skeleton height={12} width={`${(lines[row % lines.length] ?? 50) + 22}%`} mt={10} />
          </span>
        </span>
      ))}
    </output>
  )
}

interface ErrorStateProps {
  error: unknown
  onRetry: () => void
  /** What did not load; a general sentence without it. */
  title?: string
}

/** What happened, and another try. */
export function ErrorState({ error, onRetry, title }: ErrorStateProps) {
  const words = useText()
  const said = error instanceof ApiError ? error.message : ''
  return (
    <section className={css.panel} role="alert">
      <span className={css.problem}>
        {error instanceof OfflineError ? <IconWifiOff size={30} stroke={1.75} /> : <IconAlertTriangle size={30} stroke={1.75} />}
      </span>
      <h2>{title ?? words('chrome.didNotLoad')}</h2>
      <p>{error instanceof OfflineError ? words('chrome.noAnswer') : said || words('chrome.answeredError')}</p>
      <Button variant="default" leftSection={<IconRefresh size={20} stroke={2} />} onClick={onRetry}>
        {words('chrome.tryAgain')}
      </Button>
    </section>
  )
}

/** The amber strip under the top bar while the unit cannot be reached; `children` say what waits to be sent. */
export function OfflineStrip({ children }: { children?: ReactNode }) {
  const words = useText()
  return (
    <output className={css.offline}>
      <IconWifiOff size={20} stroke={2} />
      <span>
        <b>{words('chrome.notConnected')}</b>
        {children ?? words('chrome.reconnecting')}
      </span>
    </output>
  )
}
