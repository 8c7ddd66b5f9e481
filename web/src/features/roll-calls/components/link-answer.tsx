import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { z } from 'zod'
import type { Place } from '@noroshi/contract/places/places.http'
import type { PersonState } from '@noroshi/contract/roll-calls/roll-calls'
import { answerLinkRoutes } from '@noroshi/contract/roll-calls/roll-calls.http'
import { call } from '../../../platform/connection/http.ts'
import { ApiError } from '../../../platform/connection/http-errors.ts'
import { locateMe } from '../../../platform/device/own-location.ts'
import { newId } from '../../../platform/ids.ts'
import { useText } from '../../../platform/language/i18n.ts'
import formCss from '../../../ui/forms/form.module.css'
import { LeaveGuard } from '../../../ui/forms/unsaved-guard.tsx'
import { Tag } from '../../../ui/layout/tag.tsx'
import { ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { areValid, changedDetails, detailsOf } from '../detail-values.ts'
import { linkQuestionQuery } from '../roll-calls.queries.ts'
import { StateButtons } from './state-buttons.tsx'
import { DetailsFields } from './details-fields.tsx'
import css from './roll-calls.module.css'

type Question = z.output<typeof answerLinkRoutes.question.reply>

/** The places are for signed-in users. */
const noPlaces: readonly Place[] = []

const SECRET = /^[\w-]{43}$/

/** The question of a link, its three answers, and the details. */
export function LinkAnswer({ secret }: { secret: string }) {
  const isComplete = SECRET.test(secret)
  const { data, error, refetch } = useQuery({ ...linkQuestionQuery(secret), enabled: isComplete })
  if (!isComplete || hasEnded(error)) return <Ended />
  if (data) return <Answering secret={secret} question={data} />
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ListSkeleton rows={2} />
}

const hasEnded = (error: unknown) => error instanceof ApiError && error.code === 'rollCall.linkEnded'

function Ended() {
  const text = useText()
  return (
    <section className={css.part} role="alert">
      <h2>{text('rollCalls.linkEndedTitle')}</h2>
      <p>{text('rollCalls.linkEndedText')}</p>
    </section>
  )
}

function Answering({ secret, question }: { secret: string; question: Question }) {
  const text = useText()
  const { title, text: body, isDrill, isAnswered, questions } = question
  /** The details that this page has sent. The link does not read those of the server. */
  const [sent, setSent] = useState(() => detailsOf(questions, null))
  const [values, setValues] = useState(sent)
  const [sendsLocation, setSendsLocation] = useState(false)
  const [stored, setStored] = useState<PersonState | null>(null)
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: async ({ state, clientId }: { state: PersonState; clientId: string }) => {
      const located = sendsLocation ? await locateMe() : null
      const location = located && 'location' in located ? located.location : undefined
      const details = stored === null ? {} : { location, ...changedDetails(questions, sent, values) }
      return call(answerLinkRoutes.answer, { body: { secret, clientId, state, ...details } })
    },
    onSuccess: (_reply, { state }) => {
      setStored(state)
      setSent(values)
    },
  })
  const answer = (state: PersonState) => mutate({ state, clientId: newId() })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (stored && areValid(questions, values)) answer(stored)
  }
  if (hasEnded(error)) return <Ended />
  const isDirty = stored !== null && !isPending && JSON.stringify(values) !== JSON.stringify(sent)
  return (
    <div className={css.part}>
      {isDrill && (
        <span className={css.tags}>
          <Tag tone="warn">{text('rollCalls.drill')}</Tag>
        </span>
      )}
      <h2 className={css.title}>{title}</h2>
      {body !== '' && <p className={css.text}>{body}</p>}
      <output>
        {stored ? (
          <>
            <b>{text('rollCalls.linkStored')}</b> {text(`rollCalls.state.${stored}`)}
          </>
        ) : (
          isAnswered && text('rollCalls.linkAnswered')
        )}
      </output>
      <StateButtons {...(stored && { current: stored })} busy={isPending ? (variables?.state ?? null) : null} onAnswer={answer} />
      {stored && (
        <form className={formCss.fields} onSubmit={submit}>
          <h2>{text('rollCalls.addDetails')}</h2>
          <DetailsFields
            questions={questions}
            values={values}
            places={noPlaces}
            location={window.isSecureContext ? { isSent: sendsLocation, onChange: setSendsLocation } : null}
            onChange={setValues}
          />
          <Button type="submit" loading={isPending}>
            {text('rollCalls.send')}
          </Button>
        </form>
      )}
      <LeaveGuard hasUnsaved={isDirty} />
    </div>
  )
}
