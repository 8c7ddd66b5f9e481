import { Button, FileButton } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import { TAK_FILE_MAX } from '@noroshi/contract/exchange/tak.http'
import { useText } from '../../../platform/language/i18n.ts'
import css from '../../../ui/forms/form.module.css'
import { toastWarning } from '../../../ui/states/toast.tsx'

/** A file of certificates that the user has chosen. */
export interface ChosenFile {
  readonly name: string
  /** Whether it is PEM. */
  readonly isText: boolean
  /** PEM, or the bytes in base64. */
  readonly content: string
}

/** Bytes of a file whose base64 text is within the limit. */
const BYTES_MAX = Math.floor((TAK_FILE_MAX * 3) / 4)

async function read(file: File): Promise<ChosenFile> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const text = new TextDecoder().decode(bytes)
  if (text.includes('-----BEGIN ')) return { name: file.name, isText: true, content: text }
  return { name: file.name, isText: false, content: btoa(String.fromCodePoint(...bytes)) }
}

interface Props {
  label: string
  hint?: string
  accept: string
  file: ChosenFile | null
  onChange: (file: ChosenFile) => void
}

/** A field for a file of certificates. It shows the name of the chosen one. */
export function TakFileField({ label, hint, accept, file, onChange }: Props) {
  const text = useText()
  const resetInput = useRef<() => void>(null)
  const choose = async (chosen: File | null) => {
    resetInput.current?.() // the same file can be chosen after a failure
    if (chosen === null) return
    if (chosen.size > BYTES_MAX) toastWarning('takServer.fileTooLarge')
    else onChange(await read(chosen))
  }
  return (
    <div className={css.fields}>
      <span>
        <b>{label}</b> {hint}
      </span>
      <FileButton
        accept={accept}
        onChange={(chosen) => void choose(chosen)}
        resetRef={resetInput}
        inputProps={{ 'aria-label': label }}
      >
        {(button) => (
          <Button
            {...button}
            variant="default"
            aria-label={[label, file?.name ?? text('takServer.noFile')].join(': ')}
            leftSection={<IconFileUpload size={20} stroke={1.75} aria-hidden="true" />}
          >
            {file === null ? text('takServer.chooseFile') : <span translate="no">{file.name}</span>}
          </Button>
        )}
      </FileButton>
    </div>
  )
}
