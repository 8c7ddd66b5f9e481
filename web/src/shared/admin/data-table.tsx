import type { ReactNode } from 'react'
import css from './data-table.module.css'

interface Column<Row> {
  readonly key: string
  readonly label: string
  readonly cell: (row: Row) => ReactNode
  /** On a phone: the head of the card, the buttons in its corner, a line with a label (default), or one without. */
  readonly area?: 'head' | 'buttons' | 'line' | 'plain'
  /** The cell does not wrap. */
  readonly isShort?: boolean
}

interface Props<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  isFaded?: (row: Row) => boolean
}

/** A table on a wide screen. On a phone each row is a card, so that nothing scrolls sideways. */
export function DataTable<Row extends { readonly id: string }>({ label, columns, rows, isFaded }: Props<Row>) {
  return (
    <table className={css.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ key, label: columnLabel, area }) => (
            <th key={key} scope="col" data-area={area}>
              <span className={area === 'buttons' ? 'visually-hidden' : undefined}>{columnLabel}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} data-faded={isFaded?.(row) || undefined}>
            {columns.map(({ key, label: columnLabel, cell, area = 'line', isShort }) => (
              <td key={key} data-area={area} data-short={isShort || undefined}>
                {area === 'line' && (
                  <span className={css.label} aria-hidden="true">
                    {columnLabel}
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
