import { useState } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { ColumnsStep, type CsvFile } from './columns-step.tsx'
import type { Person } from './csv-people.ts'
import { FileStep } from './file-step.tsx'
import type { CheckedPeople } from './invitation-import.queries.ts'
import type { InvitationRun } from './invitation-run.ts'
import { ReviewStep } from './review-step.tsx'
import { RunStep } from './run-step.tsx'

/** The rows of a file, and what the server knows about them. */
export interface Reviewed extends CheckedPeople {
  readonly people: readonly Person[]
}

/** Invites people from a CSV file in steps: the file, its columns, its rows, the result. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const [file, setFile] = useState<CsvFile | null>(null)
  const [reviewed, setReviewed] = useState<Reviewed | null>(null)
  const [run, setRun] = useState<InvitationRun | null>(null)
  const [hasUnsaved, setUnsaved] = useState(false)
  return (
    <Dialog isOpen onClose={onClose} title={text('invitationImport.title')} hasUnsaved={hasUnsaved}>
      {file === null && <FileStep onFile={setFile} />}
      {file !== null && reviewed === null && (
        <ColumnsStep file={file} onChange={setFile} onOtherFile={() => setFile(null)} onChecked={setReviewed} />
      )}
      {reviewed !== null && run === null && <ReviewStep reviewed={reviewed} onBack={() => setReviewed(null)} onRun={setRun} />}
      {reviewed !== null && run !== null && <RunStep run={run} reviewed={reviewed} onUnsaved={setUnsaved} />}
    </Dialog>
  )
}
