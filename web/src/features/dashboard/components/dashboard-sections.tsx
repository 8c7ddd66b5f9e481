import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { SectionWithLinks } from '@noroshi/contract/dashboard/dashboard.http'
import { useText } from '../../../platform/language/i18n.ts'
import { SKELETON_DELAY_MS } from '../../../platform/tuning.ts'
import { ErrorState } from '../../../ui/states/states.tsx'
import { sectionsQuery } from '../dashboard.queries.ts'
import css from './dashboard-sections.module.css'
import { SectionLinks } from './section-links.tsx'

/** The sections of links on the home screen, in the order of the administrators. Visitors see them too. */
export function DashboardSections() {
  const text = useText()
  const { data, error, refetch } = useQuery(sectionsQuery)
  if (!data) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('dashboard.loadFailed')} />
    ) : (
      <Placeholder label={text('chrome.loading')} />
    )
  }
  // A section without visible links is not rendered.
  const visible = data.items.filter(({ links }) => links.length > 0).toSorted((a, b) => a.position - b.position)
  return visible.map((section) => <Section key={section.id} section={section} />)
}

function Section({ section: { id, title, type, links } }: { section: SectionWithLinks }) {
  const headingId = `section-${id}`
  return (
    <section className={css.section} aria-labelledby={headingId}>
      <h2 id={headingId}>{title}</h2>
      <SectionLinks type={type} title={title} links={links} />
    </section>
  )
}

/** The placeholder while the sections load. It appears after {@link SKELETON_DELAY_MS}. */
function Placeholder({ label }: { label: string }) {
  return (
    <output className={css.waiting} aria-label={label} style={{ animationDelay: `${SKELETON_DELAY_MS}ms` }}>
      <Skeleton height={64} />
      <Skeleton height={64} />
      <Skeleton height={64} />
    </output>
  )
}
