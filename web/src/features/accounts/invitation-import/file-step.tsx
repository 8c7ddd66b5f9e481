import { Button, FileButton } from '@mantine/core'
import { IconFileTypeCsv } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import fieldsCss from '../../../ui/forms/form.module.css'
import { Notice } from '../../../ui/states/notice.tsx'
import { unitQuery } from '../accounts.queries.ts'
import type { CsvFile } from './columns-step.tsx'
import { guessColumns, isHeader } from './csv-columns.ts'
import { FILE_BYTES_MAX, ROWS_MAX } from './csv-people.ts'
import { detectEncoding, readCsv } from './read-csv.ts'

/** Chooses the file and reads it. */
export function FileStep({ onFile }: { onFile: (file: CsvFile) => void }) {
  const text = useText()
  const { data: unit } = useQuery(unitQuery)
  const [problem, setProblem] = useState<string | null>(null)
  const isClosed = unit?.canRegister === false
  const read = async (file: File | null) => {
    if (!file) return
    if (file.size > FILE_BYTES_MAX) return setProblem(text('invitationImport.tooLarge'))
    const bytes = await file.arrayBuffer().then(
      (buffer) => new Uint8Array(buffer),
      () => null,
    )
    if (!bytes) return setProblem(text('invitationImport.unreadable'))
    const encoding = detectEncoding(bytes)
    const rows = readCsv(bytes, encoding)
    const first = rows[0]?.cells ?? []
    const isNamed = isHeader(first)
    const count = rows.length - (isNamed ? 1 : 0)
    if (count < 1) return setProblem(text('invitationImport.empty'))
    if (count > ROWS_MAX) return setProblem(text('invitationImport.tooMany', { count, max: ROWS_MAX }))
    onFile({ name: file.name, bytes, encoding, rows, isNamed, columns: guessColumns(first, isNamed) })
  }
  return (
    <div className={fieldsCss.fields}>
      <p>{text('invitationImport.intro', { rows: ROWS_MAX })}</p>
      {isClosed && <Notice>{text('invitationImport.closed')}</Notice>}
      {problem !== null && <Notice role="alert">{problem}</Notice>}
      <FileButton accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values" onChange={(file) => void read(file)}>
        {(props) => (
          <Button
            {...props}
            data-autofocus
            disabled={isClosed}
            leftSection={<IconFileTypeCsv size={20} stroke={1.75} aria-hidden="true" />}
          >
            {text('invitationImport.choose')}
          </Button>
        )}
      </FileButton>
    </div>
  )
}
