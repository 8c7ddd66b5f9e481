import { ActionIcon, Progress } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useText } from '../../../platform/language/i18n.ts'
import type { Upload } from './create-editor-uploads.ts'
import css from './page-editor.module.css'

/** Running uploads with their progress and a button to cancel. */
export function EditorUploads({ uploads, onCancel }: { uploads: readonly Upload[]; onCancel: (id: string) => void }) {
  const text = useText()
  return (
    <ul className={css.uploads} aria-label={text('editor.uploads')}>
      {uploads.map(({ id, name, percent }) => (
        <li key={id}>
          <span>
            {text('editor.uploading', { name, percent: Math.round(percent) })}
            <Progress value={percent} aria-label={name} />
          </span>
          <ActionIcon aria-label={text('editor.uploadCancel', { name })} onClick={() => onCancel(id)}>
            <IconX size={20} stroke={2} aria-hidden="true" />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )
}
