import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Match, MissingReport } from '@noroshi/contract/missing-reports/missing-reports.http'
import { useLanguage, useText } from '../../platform/language/i18n.ts'
import { nameOf } from '../../platform/language/person-name.ts'
import { dateTime } from '../../platform/language/time.ts'
import { paths } from '../../platform/paths/paths.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Tag } from '../../ui/layout/tag.tsx'
import { PersonFacts } from '../../features/reception/components/person-facts.tsx'
import receptionCss from '../../features/reception/components/reception.module.css'
import { ownSheltersQuery } from '../../features/reception/reception.queries.ts'
import { MissingFacts } from './missing-facts.tsx'
import { useDecideReport } from '../../features/missing-reports/missing-reports.changes.ts'
import css from './missing-reports.module.css'

/** A report for the staff of shelters, with the people of their registers who match it. */
export function ReportCard({ report }: { report: MissingReport }) {
  const text = useText()
  const language = useLanguage()
  const { id, name, reporter, state, decided, isPassedOn } = report
  const { mutate, isPending } = useDecideReport(id)
  return (
    <Card className={css.report}>
      <MissingFacts report={report} />
      <Link to={paths.profile} params={{ userId: reporter.id }}>
        {text('missingReport.reportedBy', { name: nameOf(reporter) })}
      </Link>
      {state === 'open' ? (
        <Matches report={report} isBusy={isPending} onFound={(registeredId) => mutate({ state: 'found', registeredId })} />
      ) : (
        <span className={receptionCss.tags}>
          <Tag tone={state === 'found' ? 'ok' : 'plain'}>{text(`missingReport.state.${state}`)}</Tag>
          {isPassedOn && <Tag tone="ok">{text('missingReport.passedOn')}</Tag>}
          {decided?.by && (
            <span className={css.quiet}>
              {text('missingReport.decidedBy', { name: nameOf(decided.by), time: dateTime(decided.at, language) })}
            </span>
          )}
        </span>
      )}
      <span className={receptionCss.buttons}>
        {state === 'open' ? (
          <>
            <Button
              variant="default"
              aria-label={text('missingReport.foundElsewhereOf', { name })}
              disabled={isPending}
              onClick={() => mutate({ state: 'found', registeredId: null })}
            >
              {text('missingReport.foundElsewhere')}
            </Button>
            <Button
              variant="default"
              aria-label={text('missingReport.closeOf', { name })}
              disabled={isPending}
              onClick={() => mutate({ state: 'closed' })}
            >
              {text('missingReport.close')}
            </Button>
          </>
        ) : (
          <Button
            variant="default"
            aria-label={text('missingReport.reopenOf', { name })}
            disabled={isPending}
            onClick={() => mutate({ state: 'open' })}
          >
            {text('missingReport.reopen')}
          </Button>
        )}
      </span>
    </Card>
  )
}

interface MatchesProps {
  readonly report: MissingReport
  readonly isBusy: boolean
  readonly onFound: (registeredId: string) => void
}

function Matches({ report: { matches, reporter }, isBusy, onFound }: MatchesProps) {
  const text = useText()
  const { data: shelters } = useQuery(ownSheltersQuery)
  if (shelters?.items.length === 0) return <p className={css.quiet}>{text('missingReport.noRegisters')}</p>
  if (matches.length === 0) return <p className={css.quiet}>{text('missingReport.noMatches')}</p>
  return (
    <section className={receptionCss.part}>
      <h2>{text('missingReport.matches')}</h2>
      <ul className={receptionCss.rows}>
        {matches.map((match) => (
          <li key={match.person.id}>
            <MatchRow match={match} reporter={nameOf(reporter)} isBusy={isBusy} onFound={() => onFound(match.person.id)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function MatchRow({
  match: { person, placeId, placeName, kind },
  reporter,
  isBusy,
  onFound,
}: {
  match: Match
  /** The name of the reporter. */
  reporter: string
  isBusy: boolean
  onFound: () => void
}) {
  const text = useText()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <span className={receptionCss.person}>
        <b translate="no">{person.name}</b>
        <PersonFacts person={person} />
        <span className={receptionCss.tags}>
          <Tag tone={kind === 'same' ? 'accent' : 'plain'}>{text(`missingReport.match.${kind}`)}</Tag>
        </span>
        <Link to={paths.shelter} params={{ placeId }} translate="no">
          {placeName}
        </Link>
      </span>
      <Button
        aria-label={text('missingReport.isThisOf', { name: person.name, place: placeName })}
        disabled={isBusy}
        onClick={() => setAsking(true)}
      >
        {text('missingReport.isThis')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          onFound()
        }}
        title={text('missingReport.isThisConfirm', { name: person.name, place: placeName })}
        confirmLabel={text('missingReport.isThis')}
      >
        {text(person.mayBeFound ? 'missingReport.isThisTold' : 'missingReport.isThisNotTold', { reporter })}
      </ConfirmDialog>
    </>
  )
}
