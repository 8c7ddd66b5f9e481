import { Button, Switch } from '@mantine/core'
import { useMemo } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import { ChoiceField } from '../../../shared/admin/choice-field.tsx'
import fieldsCss from '../../../ui/forms/form.module.css'
import { Notice } from '../../../ui/states/notice.tsx'
import { type Columns, type Field, FIELDS, guessColumns } from './csv-columns.ts'
import { readPeople, ROWS_MAX } from './csv-people.ts'
import type { Reviewed } from './import-dialog.tsx'
import { useCheckPeople } from './invitation-import.queries.ts'
import { type CsvRow, type Encoding, ENCODINGS, readCsv } from './read-csv.ts'
import { RowList } from './row-list.tsx'
import { StepTitle } from './step-title.tsx'

/** A file with the choices about it. */
export interface CsvFile {
  readonly name: string
  readonly bytes: Uint8Array
  readonly encoding: Encoding
  /** All rows, also the one with the names of the columns. */
  readonly rows: readonly CsvRow[]
  /** Whether the first row names the columns. */
  readonly isNamed: boolean
  readonly columns: Columns
}

interface Props {
  file: CsvFile
  onChange: (file: CsvFile) => void
  onOtherFile: () => void
  onChecked: (reviewed: Reviewed) => void
}

/** Rows that show whether the choices are right. */
const PREVIEW_ROWS = 3

/** Chooses the encoding and what the columns are, and asks the server about the people. */
export function ColumnsStep({ file, onChange, onOtherFile, onChecked }: Props) {
  const text = useText()
  const check = useCheckPeople()
  const { rows, isNamed, columns, bytes, encoding } = file
  const [first] = rows
  const people = useMemo(() => readPeople(isNamed ? rows.slice(1) : rows, columns, text), [rows, isNamed, columns, text])
  const isChosen = FIELDS.some((field) => field !== 'phone' && columns[field] !== null)
  const isTooLong = people.length > ROWS_MAX
  const setEncoding = (next: Encoding) => {
    const nextRows = readCsv(bytes, next)
    onChange({ ...file, encoding: next, rows: nextRows, columns: guessColumns(nextRows[0]?.cells ?? [], isNamed) })
  }
  const setNamed = (next: boolean) => onChange({ ...file, isNamed: next, columns: guessColumns(first?.cells ?? [], next) })
  const submit = () => {
    const good = people.filter(({ problem }) => problem === null)
    check.mutate(good, { onSuccess: (checked) => onChecked({ ...checked, people }) })
  }
  return (
    <div className={fieldsCss.fields}>
      <StepTitle>{text('invitationImport.columns', { file: file.name })}</StepTitle>
      <ChoiceField
        label={text('invitationImport.encoding')}
        description={text('invitationImport.encodingHint')}
        value={encoding}
        onChange={({ currentTarget: { value } }) => setEncoding(ENCODINGS.find((known) => known === value) ?? encoding)}
        data={ENCODINGS.map((value) => ({ value, label: text(`invitationImport.encoding.${value}`) }))}
      />
      <Switch
        label={text('invitationImport.header')}
        checked={isNamed}
        onChange={({ currentTarget }) => setNamed(currentTarget.checked)}
      />
      <div className={fieldsCss.pair}>
        {FIELDS.map((field) => (
          <ColumnField
            key={field}
            field={field}
            file={file}
            onChange={(index) => onChange({ ...file, columns: { ...columns, [field]: index } })}
          />
        ))}
      </div>
      <NotUsed file={file} />
      <section>
        <h4>{text('invitationImport.preview')}</h4>
        <RowList
          rows={people.slice(0, PREVIEW_ROWS).map((person) => ({
            person,
            note: person.problem ?? person.remark ?? '',
            tone: person.problem === null ? 'plain' : 'warn',
          }))}
        />
      </section>
      {!isChosen && <Notice>{text('invitationImport.nothingChosen')}</Notice>}
      {isTooLong && <Notice>{text('invitationImport.tooMany', { count: people.length, max: ROWS_MAX })}</Notice>}
      {check.error && <Notice role="alert">{check.error.message || text('chrome.answeredError')}</Notice>}
      <div className={fieldsCss.buttons} data-toast-clear>
        <Button variant="default" onClick={onOtherFile}>
          {text('invitationImport.chooseOther')}
        </Button>
        <Button disabled={!isChosen || isTooLong} loading={check.isPending} onClick={submit}>
          {text('invitationImport.check')}
        </Button>
      </div>
    </div>
  )
}

interface ColumnFieldProps {
  field: Field
  file: CsvFile
  onChange: (index: number | null) => void
}

function ColumnField({ field, file, onChange }: ColumnFieldProps) {
  const text = useText()
  const names = useColumnNames(file)
  return (
    <ChoiceField
      label={text(`invitationImport.field.${field}`)}
      value={String(file.columns[field] ?? '')}
      onChange={({ currentTarget: { value } }) => onChange(value === '' ? null : Number(value))}
      data={[
        { value: '', label: text('invitationImport.noColumn') },
        ...names.map((label, index) => ({ value: String(index), label })),
      ]}
    />
  )
}

function NotUsed({ file }: { file: CsvFile }) {
  const text = useText()
  const names = useColumnNames(file)
  const used = Object.values(file.columns)
  const unused = names.filter((_, index) => !used.includes(index))
  return (
    <p>
      {unused.length > 0 && text('invitationImport.notUsed', { columns: unused.join(', ') })}{' '}
      {text('invitationImport.notUsedHint')}
    </p>
  )
}

/** The names of the columns: those of the first row, or numbers. */
function useColumnNames({ rows, isNamed }: CsvFile): string[] {
  const text = useText()
  const count = Math.max(0, ...rows.slice(0, 100).map(({ cells }) => cells.length))
  return Array.from({ length: count }, (_, index) => {
    const name = isNamed ? (rows[0]?.cells[index] ?? '').trim() : ''
    return name || text('invitationImport.column', { number: index + 1 })
  })
}
