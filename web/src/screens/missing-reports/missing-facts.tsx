import type { OwnMissingReport } from '@noroshi/contract/missing-reports/missing-reports.http'
import { useLanguage, useText } from '../../platform/language/i18n.ts'
import { dateTime } from '../../platform/language/time.ts'
import { PhotoButton } from '../../ui/media/photo-button.tsx'
import css from './missing-reports.module.css'

type Facts = Omit<OwnMissingReport, 'isPassedOn'>

/** The facts of a report about a missing person. */
export function MissingFacts({ report }: { report: Facts }) {
  const text = useText()
  const language = useLanguage()
  const { name, kana, birthYear, age, description, lastSeenPlace, lastSeenAt, contact, photo, createdAt } = report
  const about = [
    kana,
    birthYear === null ? '' : String(birthYear),
    age === null ? '' : text('missingReport.years', { count: age }),
  ].filter((fact) => fact !== '')
  const seen = [lastSeenPlace, lastSeenAt === null ? '' : dateTime(lastSeenAt, language)].filter((fact) => fact !== '')
  return (
    <div className={css.facts}>
      {photo !== null && <PhotoButton photo={photo} label={text('missingReport.photoOf', { name })} />}
      <div className={css.texts}>
        <b translate="no">{name}</b>
        <span className={css.quiet}>
          <time dateTime={createdAt}>{dateTime(createdAt, language)}</time>
          {about.map((fact) => ` · ${fact}`)}
        </span>
        {description !== '' && <p>{description}</p>}
        {seen.length > 0 && <p>{text('missingReport.lastSeen', { facts: seen.join(', ') })}</p>}
        {contact !== '' && <p>{text('missingReport.contactOf', { contact })}</p>}
      </div>
    </div>
  )
}
