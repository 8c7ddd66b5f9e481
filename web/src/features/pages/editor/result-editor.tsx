import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { UPLOAD_MB_DEFAULT } from '@noroshi/contract/limits'
import { parseRichText } from '@noroshi/contract/pages/rich-text'
import { useText } from '../../../platform/language/i18n.ts'
import { useUnit } from '../../../platform/session/unit.ts'
import { toastInvalid } from '../../../ui/states/toast.tsx'
import css from '../components/drafts.module.css'
import { LazyEditor } from './lazy-editor.tsx'

interface Props {
  /** Rich text as a JSON string. */
  initialContent: string
  onApply: (content: string) => void
}

/** Editor for a reviewer to change the result. */
export function ResultEditor({ initialContent, onApply }: Props) {
  const text = useText()
  const maxMb = useUnit()?.maxUploadMb ?? UPLOAD_MB_DEFAULT
  const [uploading, setUploading] = useState(0)
  const readEditor = useRef<(() => string) | null>(null)
  const apply = () => {
    const edited = readEditor.current?.() ?? initialContent
    if (parseRichText(edited) === null) return toastInvalid('pages.contentInvalid')
    onApply(edited)
  }
  return (
    <section className={css.review} aria-label={text('drafts.result')}>
      <LazyEditor
        start={initialContent}
        maxMb={maxMb}
        onReady={(reader) => {
          readEditor.current = reader
        }}
        onEdit={() => undefined}
        onUploading={setUploading}
      />
      <div className={css.buttons}>
        <Button
          variant="default"
          leftSection={<IconCheck size={20} stroke={2} aria-hidden="true" />}
          disabled={uploading > 0}
          onClick={apply}
        >
          {text('editor.apply')}
        </Button>
      </div>
      {uploading > 0 && (
        <p className={css.meta} role="status">
          {text('drafts.uploadsRun')}
        </p>
      )}
    </section>
  )
}
