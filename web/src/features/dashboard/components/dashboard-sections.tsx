import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { DashboardSection } from '@noroshi/contract/dashboard/dashboard.http'
import { useText } from '../../../platform/i18n.ts'
import { SKELETON_DELAY_MS } from '../../../platform/tuning.ts'
import { ErrorState } from '../../../ui/states.tsx'
import { linksQuery, sectionsQuery } from '../dashboard.queries.ts'
import css from './dashboard-sections.module.css'
import { SectionLinks } from './section-links.tsx'

/** The blocks of links below the tiles of the home, in the administrators' order; for visitors too. */
export function DashboardSections() {
  const text = useText()
  const { data, error, refetch } = useQuery(sectionsQuery)
  if (!data) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('dashboard.loadFailed')} />
    ) : (
      <Waiting label={text('chrome.loading')} />
    )
  }
  return data.items.toSorted((a, b) => a.position - b.position).map((section) => <Section key={section.id} section={section} />)
}

/** A section whose links all wait or are over is not shown. */
function Section({ section }: { section: DashboardSection }) {
  const text = useText()
  const { data, error, refetch } = useQuery(linksQuery(section.id))
  if (data?.items.length === 0) return null
  const headingId = `section-${section.id}`
  return (
    <section className={css.section} aria-labelledby={headingId}>
      <h2 id={headingId}>{section.title}</h2>
      {data && <SectionLinks type={section.type} title={section.title} links={data.items} />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} title={text('dashboard.loadFailed')} />}
      {!data && !error && <Waiting label={text('chrome.loading')} />}
    </section>
  )
}

/** The shape of what is on its way, where it takes a while. */
function Waiting({ label }: { label: string }) {
  return (
    <output className={css.waiting} aria-label={label} style={{ animationDelay: `${SKELETON_DELAY_MS}ms` }}>
      <Skeleton height={64} />
      <Skeleton height={64} />
      <Skeleton height={64} />
    </output>
  )
}
