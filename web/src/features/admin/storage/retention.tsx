import { Button, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import {
  REGISTER_DAYS,
  RETENTION_DAYS_MAX,
  RETENTION_DAYS_MIN,
  RETENTION_KINDS,
  type RetentionKind,
  RetentionSettings,
} from '@noroshi/contract/admin/retention.http'
import { parseWhole } from '@noroshi/contract/text/numbers'
import { ApiError } from '../../../platform/connection/http-errors.ts'
import { fieldErrorsOf, focusFirstError, formRules } from '../../../platform/forms/form-rules.ts'
import { useText } from '../../../platform/language/i18n.ts'
import admin from '../../../shared/admin/admin.module.css'
import { LeaveGuard } from '../../../ui/forms/unsaved-guard.tsx'
import { ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { RetentionQuestion } from './retention-question.tsx'
import { retentionQuery, useSaveRetention } from './retention.queries.ts'
import css from './retention.module.css'

/** Returns the days that a kind gets when its removal is turned on. */
const proposedFor = (kind: RetentionKind) => String(kind === 'registers' ? REGISTER_DAYS : 365)

type Of<Value> = { readonly [Kind in RetentionKind]: Value }
const ofEach = <Value,>(valueOf: (kind: RetentionKind) => Value) =>
  Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, valueOf(kind)])) as Of<Value> // each kind

/** Converts days to the texts of their fields; null: the kind is kept, and has no field. */
const valuesOf = (settings: RetentionSettings): Of<string | null> =>
  ofEach((kind) => (settings[kind] === null ? null : String(settings[kind])))
/** Converts the fields to the contract's body. A field without a number is NaN. */
const bodyOf = (values: Of<string | null>) =>
  ofEach((kind) => (values[kind] === null ? null : (parseWhole(values[kind]) ?? Number.NaN)))

/** Returns the periods that are shorter than the stored ones; null: none is. */
function shorterOf(stored: RetentionSettings, next: RetentionSettings): RetentionSettings | null {
  const isShorter = (kind: RetentionKind) => (next[kind] ?? Infinity) < (stored[kind] ?? Infinity)
  return RETENTION_KINDS.some(isShorter) ? ofEach((kind) => (isShorter(kind) ? next[kind] : null)) : null
}

/** For how long the server keeps each kind of content. */
export function Retention() {
  const text = useText()
  const { data, error, refetch } = useQuery(retentionQuery)
  return (
    <section className={admin.part} aria-label={text('retention.title')}>
      <div className={admin.head}>
        <h2>{text('retention.title')}</h2>
      </div>
      <p className={admin.note}>{text('retention.note')}</p>
      {data ? (
        <Form settings={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} title={text('retention.loadFailed')} />
      ) : (
        <ListSkeleton rows={5} />
      )}
    </section>
  )
}

const isOutdated = (error: unknown) => error instanceof ApiError && error.code === 'retention.outdated'

interface Asked {
  readonly shorter: RetentionSettings
  readonly next: RetentionSettings
}

function Form({ settings }: { settings: RetentionSettings }) {
  const text = useText()
  const save = useSaveRetention()
  const cache = useQueryClient()
  const [asked, setAsked] = useState<Asked | null>(null)
  /** The settings that the form loaded. The server refuses a change of others. */
  const [loaded, setLoaded] = useState(settings)
  const form = useForm({ initialValues: valuesOf(settings), ...formRules(RetentionSettings, bodyOf) })
  const load = (stored: RetentionSettings, values: Of<string | null>) => {
    setLoaded(stored)
    form.setInitialValues(valuesOf(stored))
    form.setValues(values)
  }
  /** Loads what another administrator has stored. The fields that this one has changed stay. */
  const reload = async () => {
    const stored = await cache.fetchQuery({ ...retentionQuery, staleTime: 0 })
    const [former, values] = [valuesOf(loaded), form.getValues()]
    load(
      stored,
      ofEach((kind) => (values[kind] === former[kind] ? valuesOf(stored)[kind] : values[kind])),
    )
  }
  const store = (next: RetentionSettings) =>
    save.mutate(
      { ...next, loaded },
      {
        onSuccess: (saved) => load(saved, valuesOf(saved)),
        onError: (error) => {
          form.setErrors(fieldErrorsOf(error))
          if (isOutdated(error)) void reload().catch(() => undefined) // the next attempt is refused too
        },
        onSettled: () => setAsked(null),
      },
    )
  const submit = form.onSubmit((next) => {
    const shorter = shorterOf(loaded, next)
    if (shorter) setAsked({ shorter, next })
    else store(next)
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    submit(event)
    focusFirstError(event.currentTarget)
  }
  return (
    <form noValidate className={admin.form} onSubmit={onSubmit}>
      {RETENTION_KINDS.map((kind) => {
        const days = form.values[kind]
        return (
          <div key={kind} className={css.kind}>
            <Switch
              label={text(`retention.${kind}`)}
              description={text(`retention.${kind}.hint`)}
              checked={days !== null}
              onChange={({ currentTarget }) => form.setFieldValue(kind, currentTarget.checked ? proposedFor(kind) : null)}
            />
            {days !== null && (
              <TextInput
                label={text(`retention.${kind}.days`)}
                type="number"
                inputMode="numeric"
                min={RETENTION_DAYS_MIN[kind]}
                max={RETENTION_DAYS_MAX}
                {...form.getInputProps(kind)}
              />
            )}
          </div>
        )
      })}
      <LeaveGuard hasUnsaved={form.isDirty()} />
      <Button type="submit" loading={save.isPending}>
        {text('chrome.save')}
      </Button>
      {asked && (
        <RetentionQuestion
          shorter={asked.shorter}
          isBusy={save.isPending}
          onClose={() => setAsked(null)}
          onConfirm={() => store(asked.next)}
        />
      )}
    </form>
  )
}
