import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { Media } from '@noroshi/contract/files'
import { useText } from '../../../platform/language/i18n.ts'
import css from './post-dialog.module.css'

interface Props {
  medias: readonly Media[]
  isLocked: boolean
  onRemove: (id: string) => void
}

/** Existing files of a post. */
export function ExistingMedia({ medias, isLocked, onRemove }: Props) {
  const text = useText()
  return (
    <ul className={css.existing} aria-label={text('posts.keptFiles')}>
      {medias.map(({ id, previewUrl, previewName }) => (
        <li key={id}>
          {previewUrl ? <img src={previewUrl} alt={previewName} /> : <span className="one-line">{previewName}</span>}
          {!isLocked && (
            <ActionIcon
              className={css.remove}
              aria-label={text('media.remove', { name: previewName })}
              onClick={() => onRemove(id)}
            >
              <IconX size={20} stroke={2.25} aria-hidden="true" />
            </ActionIcon>
          )}
        </li>
      ))}
    </ul>
  )
}
