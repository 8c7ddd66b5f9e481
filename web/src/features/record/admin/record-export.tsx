import { Button } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChainEntry, Head } from '@noroshi/contract/record/chain'
import type { ExportedRecord } from '@noroshi/contract/record/record-file'
import type { RecordEntry } from '@noroshi/contract/record/record-kinds'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { isGone } from '../../../platform/connection/http-errors.ts'
import { EmptyState, ErrorState } from '../../../ui/states/states.tsx'
import { exportAlertRecord, saveLocations, saveRecord, saveVerifier } from './export-files.ts'
import { exactTime, shownEntry } from '../record-texts.ts'
import css from '../components/record.module.css'

/** The export of the record of an alert: on paper, as a file that proves itself, and its locations. */
export function RecordExport({ alertId }: { alertId: string }) {
  const text = useText()
  const [count, setCount] = useState(0)
  const { data, error, isPending, mutate } = useMutation({ mutationFn: () => exportAlertRecord(alertId, setCount) })
  if (isGone(error)) return <EmptyState title={text('recordExport.none')} note={text('record.empty')} />
  if (error) return <ErrorState error={error} onRetry={() => mutate()} />
  if (!data)
    return (
      <div className={css.column}>
        <p>{text('recordExport.about')}</p>
        <span className={css.buttons}>
          <Button loading={isPending} onClick={() => mutate()}>
            {text('recordExport.load')}
          </Button>
        </span>
        {isPending && count > 0 && <p role="status">{text('recordExport.progress', { count })}</p>}
      </div>
    )
  return <Chronology record={data} />
}

function Chronology({ record }: { record: ExportedRecord }) {
  const text = useText()
  return (
    <div className={css.column}>
      <div className={css.buttons} data-not-printed>
        <Button leftSection={<IconPrinter size={20} stroke={1.75} aria-hidden="true" />} onClick={() => window.print()}>
          {text('recordExport.print')}
        </Button>
        <SaveButton label={text('recordExport.json')} onSave={() => saveRecord(record)} />
        <SaveButton label={text('recordExport.geojson')} onSave={() => saveLocations(record)} />
        <SaveButton label={text('recordExport.verifier')} onSave={() => void saveVerifier()} />
      </div>
      <p className={css.quiet} data-not-printed>
        {text('recordExport.verifierAbout')}
      </p>
      <HeadFacts head={record.head} />
      <Entries entries={record.entries} />
    </div>
  )
}

const SaveButton = ({ label, onSave }: { label: string; onSave: () => void }) => (
  <Button variant="default" leftSection={<IconDownload size={20} stroke={1.75} aria-hidden="true" />} onClick={onSave}>
    {label}
  </Button>
)

/** The signed state of the record, with which a later export is compared. */
function HeadFacts({ head }: { head: Head }) {
  const text = useText()
  const language = useLanguage()
  return (
    <section>
      <h2>{text('recordExport.head')}</h2>
      <dl className={css.head}>
        <dt>{text('recordExport.headSeq')}</dt>
        <dd className="num">{head.seq}</dd>
        <dt>{text('recordExport.headHash')}</dt>
        <dd translate="no">{head.hash}</dd>
        <dt>{text('recordExport.headAt')}</dt>
        <dd>{exactTime(head.at, language)}</dd>
        <dt>{text('recordExport.headKey')}</dt>
        <dd translate="no">{head.key}</dd>
        <dt>{text('recordExport.headSignature')}</dt>
        <dd translate="no">{head.signature}</dd>
      </dl>
    </section>
  )
}

function Entries({ entries }: { entries: readonly ChainEntry[] }) {
  const text = useText()
  return (
    <div className={css.scroll} data-wraps role="region" aria-label={text('record.title')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{text('recordExport.number')}</th>
            <th scope="col">{text('recordExport.time')}</th>
            <th scope="col">{text('recordExport.event')}</th>
            <th scope="col">{text('recordExport.person')}</th>
            <th scope="col">{text('recordExport.content')}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <Row key={entry.seq} entry={entry as unknown as RecordEntry} /> // the record of an alert has these kinds only
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ entry }: { entry: RecordEntry }) {
  const text = useText()
  const language = useLanguage()
  const { person, words, facts } = shownEntry(entry, text, language)
  return (
    <tr>
      <td className="num">{entry.seq}</td>
      <td>
        <time dateTime={entry.at}>{exactTime(entry.at, language)}</time>
      </td>
      <td>{text(`record.${entry.kind}`)}</td>
      <td translate="no">{person}</td>
      <td>
        {words.map((line, index) => (
          <p key={index} className={css.words} translate="no" dir="auto">
            {line}
          </p>
        ))}
        {facts.length > 0 && <p>{facts.join(' · ')}</p>}
      </td>
    </tr>
  )
}
