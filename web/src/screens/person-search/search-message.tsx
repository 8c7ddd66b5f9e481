import { Link } from '@tanstack/react-router'
import type { PersonSearchMessage } from '@noroshi/contract/person-searches/person-searches.http'
import css from '../../features/reception/components/reception.module.css'
import { useLanguage, useText } from '../../platform/language/i18n.ts'
import { nameOf } from '../../platform/language/person-name.ts'
import { dateTime } from '../../platform/language/time.ts'
import { paths } from '../../platform/paths/paths.ts'

/** A message of a user who searched for a person. */
export function SearchMessage({ message: { searcher, name, message, createdAt } }: { message: PersonSearchMessage }) {
  const text = useText()
  const language = useLanguage()
  return (
    <span className={css.person}>
      <Link to={paths.profile} params={{ userId: searcher.id }}>
        {text('personSearch.searchedFor', { searcher: nameOf(searcher), name })}
      </Link>
      <span>{message === '' ? text('personSearch.noMessage') : message}</span>
      <time className={css.quiet} dateTime={createdAt}>
        {dateTime(createdAt, language)}
      </time>
    </span>
  )
}
