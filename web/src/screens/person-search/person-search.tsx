import { Button } from '@mantine/core'
import { IconUserSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PersonSearch } from '@noroshi/contract/person-searches/person-searches.http'
import { OwnReports } from '../missing-reports/own-reports.tsx'
import { personSearchesQuery } from '../../features/person-searches/person-searches.queries.ts'
import css from '../../features/reception/components/reception.module.css'
import { useLanguage, useText } from '../../platform/language/i18n.ts'
import { dateTime } from '../../platform/language/time.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Screen } from '../../ui/layout/screen.tsx'
import { Tag } from '../../ui/layout/tag.tsx'
import { ErrorState, ListSkeleton } from '../../ui/states/states.tsx'
import '../missing-reports-live.ts'
import '../person-search-live.ts'
import { AskDialog } from './ask-dialog.tsx'
import { SearchMessage } from './search-message.tsx'

/** Asks whether people are in the shelters, with the answers, and the messages of users who searched for the user. */
export function PersonSearchScreen() {
  const text = useText()
  const [isAsking, setAsking] = useState(false)
  return (
    <Screen title={text('personSearch.title')}>
      <div className={css.column}>
        <p className={css.quiet}>{text('personSearch.note')}</p>
        <span className={css.buttons}>
          <Button leftSection={<IconUserSearch size={20} stroke={1.75} aria-hidden="true" />} onClick={() => setAsking(true)}>
            {text('personSearch.ask')}
          </Button>
        </span>
        <Lists />
        <OwnReports />
        {isAsking && <AskDialog onClose={() => setAsking(false)} />}
      </div>
    </Screen>
  )
}

function Lists() {
  const text = useText()
  const { data, error, refetch } = useQuery(personSearchesQuery)
  if (!data) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('personSearch.loadFailed')} />
    ) : (
      <ListSkeleton />
    )
  }
  const { searches, received } = data
  return (
    <>
      {received.length > 0 && (
        <Card className={css.part}>
          <h2>{text('personSearch.received')}</h2>
          <ul className={css.rows}>
            {received.map((message) => (
              <li key={`${message.id} ${message.registeredId}`}>
                <SearchMessage message={message} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Card className={css.part}>
        <h2>{text('personSearch.own')}</h2>
        {searches.length === 0 && <p>{text('personSearch.none')}</p>}
        <ul className={css.rows}>
          {searches.map((search) => (
            <li key={search.id}>
              <Question search={search} />
            </li>
          ))}
        </ul>
      </Card>
    </>
  )
}

function Question({ search: { name, kana, birthYear, message, createdAt, answer } }: { search: PersonSearch }) {
  const text = useText()
  const language = useLanguage()
  const facts = [kana, birthYear === null ? '' : String(birthYear)].filter((fact) => fact !== '')
  return (
    <span className={css.person}>
      <b translate="no">{name}</b>
      <Tag tone={answer === null ? 'accent' : 'plain'}>
        {text(answer === null ? 'personSearch.waiting' : `personSearch.answer.${answer}`)}
      </Tag>
      <span className={css.quiet}>
        <time dateTime={createdAt}>{dateTime(createdAt, language)}</time>
        {facts.map((fact) => ` · ${fact}`)}
      </span>
      {message !== '' && <span className={css.quiet}>{message}</span>}
    </span>
  )
}
