import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { StorageUsage } from '@noroshi/contract/admin/storage.http'
import { type Text, useLanguage, useText } from '../../../platform/language/i18n.ts'
import { fullDateTime } from '../../../platform/language/time.ts'
import { DataTable } from '../../../shared/admin/data-table.tsx'
import { sizeText } from '../../../ui/forms/size-text.ts'
import { ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { storageQuery, useCountStorage } from './storage.queries.ts'
import css from '../../../shared/admin/admin.module.css'

/** How much the server stores, by kind. */
export function Storage() {
  const text = useText()
  const { data, error, refetch } = useQuery(storageQuery)
  if (data) return <Loaded usage={data.usage} />
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} title={text('storage.loadFailed')} />
  return <ListSkeleton rows={6} />
}

function Loaded({ usage }: { usage: StorageUsage | null }) {
  const text = useText()
  const language = useLanguage()
  const count = useCountStorage()
  return (
    <>
      <p className={css.note}>{text('storage.note')}</p>
      <div className={css.head}>
        <p>
          {usage === null ? (
            text('storage.notCounted')
          ) : (
            <time dateTime={usage.countedAt}>{text('storage.countedAt', { time: fullDateTime(usage.countedAt, language) })}</time>
          )}
        </p>
        <Button variant="default" loading={count.isPending} onClick={() => count.mutate()}>
          {text('storage.count')}
        </Button>
      </div>
      {usage !== null && <Usage usage={usage} />}
    </>
  )
}

interface Row {
  readonly id: string
  readonly name: string
  readonly amount: string
  readonly bytes: number
}

function Usage({ usage: { tables, files, radio } }: { usage: StorageUsage }) {
  const text = useText()
  const rows = tables.map((table) => ({
    id: table.kind,
    name: text(`storage.table.${table.kind}`),
    amount: estimateText(table.rows, text),
    bytes: table.bytes,
  }))
  const counted = [...files, { kind: 'radio' as const, ...radio }]
  const fileRows = counted.map(({ kind, count, bytes }) => ({
    id: kind,
    name: text(`storage.file.${kind}`),
    amount: count.toLocaleString(),
    bytes,
  }))
  return (
    <>
      <Part title={text('storage.database')} amountLabel={text('storage.rows')} rows={rows} />
      <Part title={text('storage.files')} amountLabel={text('storage.number')} rows={fileRows} />
    </>
  )
}

const estimateText = (rows: number | null, text: Text): string =>
  rows === null ? text('storage.unknown') : text('storage.about', { number: rows.toLocaleString() })

function Part({ title, amountLabel, rows }: { title: string; amountLabel: string; rows: readonly Row[] }) {
  const text = useText()
  const columns = [
    { key: 'kind', label: text('storage.kind'), area: 'head' as const, cell: ({ name }: Row) => <b>{name}</b> },
    { key: 'amount', label: amountLabel, isShort: true, cell: ({ amount }: Row) => <span className="num">{amount}</span> },
    {
      key: 'size',
      label: text('storage.size'),
      isShort: true,
      cell: ({ bytes }: Row) => <span className="num">{bytes === 0 ? '0 KB' : sizeText(bytes)}</span>,
    },
  ]
  return (
    <section className={css.part} aria-label={title}>
      <h2>{title}</h2>
      <DataTable label={title} columns={columns} rows={rows} />
    </section>
  )
}
