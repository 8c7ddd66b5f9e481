import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../platform/language/i18n.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { areas } from '../areas.ts'
import css from './area-list.module.css'
import { HealthProblems } from './health-problems.tsx'
import { OpenReports } from './open-reports.tsx'

/** The list of areas on a wide screen. Links replace the history entry, so that 'back' leaves the administration. */
export function AreaRail() {
  const text = useText()
  return (
    <nav className={css.rail} aria-label={text('admin.title')}>
      {areas.map(({ to, label }) => (
        <Link key={to} to={to} replace>
          {text(label)}
          {to === paths.adminHealth && <HealthProblems />}
          {to === paths.adminReports && <OpenReports />}
        </Link>
      ))}
    </nav>
  )
}

/** The list of areas as a separate screen, on a phone. */
export function AreaList() {
  const text = useText()
  return (
    <nav aria-label={text('admin.title')}>
      <ul className={css.list}>
        {areas.map(({ to, label, note, icon: Icon }) => (
          <li key={to}>
            <Link to={to}>
              <Icon className={css.icon} size={24} stroke={1.75} aria-hidden="true" />
              <span>
                <b>{text(label)}</b>
                {text(note)}
              </span>
              {to === paths.adminHealth && <HealthProblems />}
              {to === paths.adminReports && <OpenReports />}
              <IconChevronRight size={20} stroke={2} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
