import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { StreetArchive, StreetsState } from '@noroshi/contract/streets/streets.http'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { fullDateTime } from '../../../platform/language/time.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { sizeText } from '../../../ui/forms/size-text.ts'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { areaText } from './area-text.ts'
import { GetStreets } from './get-streets.tsx'
import { streetsQuery, useRemoveArchive } from './streets.queries.ts'
import { AddStreets } from './add-streets.tsx'
import css from '../../../shared/admin/admin.module.css'
import own from './streets.module.css'

/** The map archive with streets: its content, its removal and its replacement. */
export function Streets() {
  const text = useText()
  const { data, error, refetch } = useQuery(streetsQuery)
  if (data) return <Loaded state={data} />
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} title={text('streets.loadFailed')} />
  return <ListSkeleton rows={3} />
}

function Loaded({ state }: { state: StreetsState }) {
  const text = useText()
  const { archive } = state
  return (
    <>
      <p className={`${css.note} ${own.note}`}>{text('streets.note')}</p>
      <section className={css.part} aria-labelledby="current-streets">
        <div className={css.head}>
          <h2 id="current-streets">{text('streets.current')}</h2>
          {archive && <RemoveButton />}
        </div>
        {archive ? <Facts archive={archive} /> : <EmptyState title={text('streets.none')} note={text('streets.noneNote')} />}
      </section>
      <GetStreets state={state} />
      <AddStreets state={state} />
    </>
  )
}

function Facts({ archive }: { archive: StreetArchive }) {
  const text = useText()
  const language = useLanguage()
  const facts = [
    ['streets.file', archive.name],
    ['streets.size', sizeText(archive.bytes)],
    ['streets.area', areaText(archive.bounds)],
    ['streets.zooms', text('streets.zoomRange', { min: archive.minZoom, max: archive.maxZoom })],
    ['streets.addedAt', fullDateTime(archive.addedAt, language)],
  ] as const
  return (
    <dl className={own.facts}>
      {facts.map(([key, value]) => (
        <div key={key}>
          <dt>{text(key)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function RemoveButton() {
  const text = useText()
  const remove = useRemoveArchive()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTrash size={20} stroke={1.75} aria-hidden="true" />}
        onClick={() => setAsking(true)}
      >
        {text('streets.remove')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate(undefined, { onSuccess: () => setAsking(false) })}
        isBusy={remove.isPending}
        title={text('streets.removeTitle')}
        confirmLabel={text('streets.remove')}
      >
        <p>{text('streets.removeNote')}</p>
      </ConfirmDialog>
    </>
  )
}
