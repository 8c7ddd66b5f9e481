import { IconAlertOctagon, IconAlertTriangle, IconCircleCheck, IconHelpCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { HealthLevel, HealthReading } from '@noroshi/contract/health/health.http'
import { OfflineError } from '../../../platform/connection/http-errors.ts'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { fullDateTime } from '../../../platform/language/time.ts'
import { Card } from '../../../ui/layout/card.tsx'
import card from '../../../ui/layout/check-card.module.css'
import { ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { Notice } from '../../../ui/states/notice.tsx'
import { HealthFacts } from './health-facts.tsx'
import { adviceText, checkText, isProblem, summaryText } from './health-texts.ts'
import { healthQuery } from './health.queries.ts'
import css from './health.module.css'

/** Milliseconds between two requests while the screen is open. */
const REFETCH_SHOWN_MS = 10_000

const icons = {
  failure: IconAlertOctagon,
  warning: IconAlertTriangle,
  unknown: IconHelpCircle,
  good: IconCircleCheck,
}

const tones: { readonly [Level in HealthLevel]?: 'ok' | 'warn' } = { good: 'ok', warning: 'warn', failure: 'warn' }

/** The state of the server: the whole in one line, what needs attention, and the facts of each check. */
export function Health() {
  const text = useText()
  const { data, error, refetch } = useQuery({ ...healthQuery, refetchInterval: REFETCH_SHOWN_MS })
  if (!data) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('health.loadFailed')} />
    ) : (
      <ListSkeleton rows={6} />
    )
  }
  const problems = data.checks.filter((check) => isProblem(check))
  const others = data.checks.filter((check) => !isProblem(check))
  return (
    <div className={css.column}>
      <Summary checks={data.checks} now={data.now} isLost={error instanceof OfflineError} />
      <Checks title={text('health.problems')} checks={problems} />
      <Checks title={text('health.all')} checks={others} />
    </div>
  )
}

interface SummaryProps {
  readonly checks: readonly HealthReading[]
  readonly now: string
  /** Whether the server did not answer the last request. */
  readonly isLost: boolean
}

function Summary({ checks, now, isLost }: SummaryProps) {
  const text = useText()
  const language = useLanguage()
  const worst = checks[0]?.level ?? 'unknown'
  const Icon = icons[worst]
  const unknown = checks.filter(({ level }) => level === 'unknown').length
  const time = fullDateTime(now, language)
  return (
    <>
      {isLost && <Notice role="status">{text('health.lastKnown', { time })}</Notice>}
      <Card className={css.summary}>
        <Icon className={css.icon} data-tone={tones[worst]} size={28} stroke={1.75} aria-hidden="true" />
        <div>
          <p role="status">
            <b>{summaryText(checks, text)}</b>
            {unknown > 0 && <span>{text('health.unknownCount', { count: unknown })}</span>}
          </p>
          <small>{text('health.readAt', { time })}</small>
        </div>
      </Card>
    </>
  )
}

function Checks({ title, checks }: { title: string; checks: readonly HealthReading[] }) {
  const text = useText()
  if (checks.length === 0) return null
  return (
    <section className={css.checks} aria-label={title}>
      <h2>{title}</h2>
      {checks.map((check) => (
        <Card key={checkText(check, text)} className={card.check}>
          <Check check={check} />
        </Card>
      ))}
    </section>
  )
}

function Check({ check }: { check: HealthReading }) {
  const text = useText()
  const language = useLanguage()
  const { level, advice, facts, since } = check
  return (
    <>
      <div className={card.head}>
        <h3>{checkText(check, text)}</h3>
        <Level level={level} />
      </div>
      {advice !== null && <p>{adviceText(advice, text)}</p>}
      {isProblem(check) && since !== null && (
        <small>
          <time dateTime={since}>{text('health.since', { time: fullDateTime(since, language) })}</time>
        </small>
      )}
      <HealthFacts facts={facts} />
    </>
  )
}

function Level({ level }: { level: HealthLevel }) {
  const text = useText()
  const Icon = icons[level]
  return (
    <span className={card.state} data-tone={tones[level]}>
      <Icon size={20} stroke={2} aria-hidden="true" />
      {text(`health.level.${level}`)}
    </span>
  )
}
