import type { ReactNode } from 'react'
import css from './data-table.module.css'

interface Column<Row> {
  readonly key: string
  readonly label: string
  readonly cell: (row: Row) => ReactNode
  /** On a phone: the head of the card, the keys at its corner, or a line with its label before it. */
  readonly place?: 'head' | 'keys' | 'line' | 'bare'
  /** Never broken into two lines. */
  readonly isShort?: boolean
}

interface Props<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  isFaded?: (row: Row) => boolean
}

/** A table on a wide screen; on a phone each row is a card, and nothing scrolls sideways. */
export function DataTable<Row extends { readonly id: string }>({ label, columns, rows, isFaded }: Props<Row>) {
  return (
    <table className={css.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ key, label: words, place }) => (
            <th key={key} scope="col" data-place={place}>
              <span className={place === 'keys' ? 'visually-hidden' : undefined}>{words}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} data-faded={isFaded?.(row) || undefined}>
            {columns.map(({ key, label: words, cell, place = 'line', isShort }) => (
              <td key={key} data-place={place} data-short={isShort || undefined}>
                {place === 'line' && (
                  <span className={css.label} aria-hidden="true">
                    {words}
                  </span>
                )}
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
