import { Button } from '@mantine/core'
import { IconCheck, IconPencil } from '@tabler/icons-react'
import { useRef } from 'react'
import { UPLOAD_MB_DEFAULT } from '@noroshi/contract/limits'
import { parseRichText } from '@noroshi/contract/pages/rich-text'
import { useText } from '../../../platform/i18n.ts'
import { useUnit } from '../../../platform/unit.ts'
import { toastWarning } from '../../../ui/toast.tsx'
import css from './drafts.module.css'
import { LazyEditor } from './lazy-editor.tsx'
import { StoredRichText } from './rich-text.tsx'

interface Props {
  /** Rich text as a JSON string. */
  content: string
  isEditing: boolean
  onEditing: (isEditing: boolean) => void
  onEdit: (content: string) => void
}

/** What approving will publish, as readers will see it; its reviewer may still change it. */
export function EditableResult({ content, isEditing, onEditing, onEdit }: Props) {
  const text = useText()
  const maxMb = useUnit()?.maxUploadMb ?? UPLOAD_MB_DEFAULT
  const read = useRef<(() => string) | null>(null)
  const take = () => {
    const edited = read.current?.() ?? content
    if (parseRichText(edited) === null) return toastWarning('pages.contentInvalid')
    onEdit(edited)
    onEditing(false)
  }
  return (
    <section className={css.review} aria-label={text('drafts.result')}>
      {isEditing ? (
        <LazyEditor
          start={content}
          maxMb={maxMb}
          onReady={(reads) => {
            read.current = reads
          }}
          onEdit={() => undefined}
          onUploading={() => undefined}
        />
      ) : (
        <div className={css.content}>
          <StoredRichText json={content} />
        </div>
      )}
      <div className={css.keys}>
        <Button
          variant="default"
          leftSection={
            isEditing ? (
              <IconCheck size={20} stroke={2} aria-hidden="true" />
            ) : (
              <IconPencil size={20} stroke={2} aria-hidden="true" />
            )
          }
          onClick={() => (isEditing ? take() : onEditing(true))}
        >
          {text(isEditing ? 'drafts.apply' : 'drafts.edit')}
        </Button>
      </div>
    </section>
  )
}
