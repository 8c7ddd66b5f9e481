import { Button } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import type { Person } from './csv-people.ts'
import css from './invitation-import.module.css'

export interface ListedRow {
  readonly person: Person
  /** The state of the row in words; '' for none. */
  readonly note: string
  readonly tone: 'plain' | 'ok' | 'warn'
}

/** Rows that are rendered at a time. */
const SHOWN = 100

/** Rows of the file. A long list shows its first rows, and more on request. */
export function RowList({ rows }: { rows: readonly ListedRow[] }) {
  const text = useText()
  const [count, setCount] = useState(SHOWN)
  return (
    <>
      <ul className={css.rows} aria-label={text('invitationImport.rows')}>
        {rows.slice(0, count).map(({ person, note, tone }) => (
          <li key={person.number}>
            <small className="num">{text('invitationImport.row', { row: person.number })}</small>
            <span translate="no">
              <b>{nameOf(person)}</b> {person.email} {person.phone}
            </span>
            {note !== '' && <span data-tone={tone}>{note}</span>}
          </li>
        ))}
      </ul>
      {count < rows.length && (
        <Button variant="default" onClick={() => setCount(count + SHOWN)}>
          {text('admin.loadMore')}
        </Button>
      )}
    </>
  )
}
