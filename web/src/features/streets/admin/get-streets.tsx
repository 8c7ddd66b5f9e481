import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { StreetExtractState } from '@noroshi/contract/streets/street-extracts.http'
import type { StreetsState } from '@noroshi/contract/streets/streets.http'
import { useText } from '../../../platform/language/i18n.ts'
import { ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { ExtractProgress } from './extract-progress.tsx'
import { FrameForm } from './frame-form.tsx'
import { streetExtractQuery, useExtractChanges, useExtractEnd } from './street-extracts.queries.ts'
import css from '../../../shared/admin/admin.module.css'
import own from './streets.module.css'

/** Gets the streets of an area from the internet: the area, or the download of it. */
export function GetStreets({ state }: { state: StreetsState }) {
  const text = useText()
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, error, refetch } = useQuery(streetExtractQuery)
  useExtractEnd(data)
  return (
    <section className={css.part} aria-labelledby="get-streets">
      <div className={css.head}>
        <h2 id="get-streets" ref={heading} tabIndex={-1}>
          {text('streets.get')}
        </h2>
      </div>
      {data ? (
        <Loaded state={state} extractState={data} onChange={() => heading.current?.focus()} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} title={text('streets.getLoadFailed')} />
      ) : (
        <ListSkeleton rows={2} />
      )}
    </section>
  )
}

interface LoadedProps {
  state: StreetsState
  extractState: StreetExtractState
  /** Called when the content is another one, since the pressed button is gone. */
  onChange: () => void
}

function Loaded({ state, extractState: { host, extract }, onChange }: LoadedProps) {
  const changes = useExtractChanges()
  const { start, retry, cancel } = changes
  const done = { onSuccess: onChange }
  return (
    <div className={own.column}>
      {extract === null ? (
        <FrameForm
          host={host}
          bounds={state.archive?.bounds ?? null}
          maxMb={state.maxMb}
          isStarting={start.isPending}
          error={start.error}
          onStart={(area) => start.mutate(area, done)}
        />
      ) : (
        <ExtractProgress
          host={host}
          extract={extract}
          isBusy={retry.isPending || cancel.isPending}
          error={retry.error ?? cancel.error}
          onRetry={() => retry.mutate(undefined, done)}
          onCancel={() => cancel.mutate(undefined, done)}
        />
      )}
    </div>
  )
}
