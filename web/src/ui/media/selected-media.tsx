import { ActionIcon } from '@mantine/core'
import { IconFile, IconX } from '@tabler/icons-react'
import { useText } from '../../platform/language/i18n.ts'
import { newId } from '../../platform/ids.ts'
import { isCaptured } from '../../platform/device/media-capture.ts'
import { useAsk } from '../dialogs/dialog.tsx'
import css from './selected-media.module.css'
import { MediaPlayer, playerKindOf } from './media-player.tsx'
import { useObjectUrl } from './media-stream.ts'

const keys = new WeakMap<File, string>()

/** Returns a React key. A name is not a key, because the same picture may be chosen twice. */
function keyOf(file: File): string {
  const key = keys.get(file) ?? newId()
  keys.set(file, key)
  return key
}

interface SelectedMediaProps {
  files: readonly File[]
  onRemove: (file: File) => void
  isLocked: boolean
}

/** The chosen or recorded files, before they are sent. It asks before a picture or recording of this page is removed. */
export function SelectedMedia({ files, onRemove, isLocked }: SelectedMediaProps) {
  const text = useText()
  const ask = useAsk()
  const remove = (file: File) => (isCaptured(file) ? ask(() => onRemove(file)) : onRemove(file))
  return (
    <ul className={css.chosen} aria-label={text('media.chosen')}>
      {files.map((file) => (
        <li key={keyOf(file)}>
          <Preview file={file} />
          <span className={`one-line ${css.name}`}>{file.name}</span>
          {!isLocked && (
            <ActionIcon
              className={css.remove}
              aria-label={text('media.remove', { name: file.name })}
              onClick={() => remove(file)}
            >
              <IconX size={20} stroke={2.25} aria-hidden="true" />
            </ActionIcon>
          )}
        </li>
      ))}
    </ul>
  )
}

function Preview({ file }: { file: File }) {
  const url = useObjectUrl(file)
  const { type, name } = file
  if (!url) return <span className={css.blank} />
  if (type.startsWith('image/')) return <img src={url} alt="" /> // the name is below it
  const kind = playerKindOf(type)
  if (kind !== null) return <MediaPlayer kind={kind} src={url} name={name} isLocal />
  return (
    <span className={css.blank}>
      <IconFile size={28} stroke={1.75} aria-hidden="true" />
    </span>
  )
}
