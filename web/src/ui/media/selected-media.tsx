import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconFile, IconGripVertical, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
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
  /** Called with the files in another order. Without it they have no buttons for their order. */
  onReorder?: (files: readonly File[]) => void
  isLocked: boolean
}

/** The chosen or recorded files, before they are sent. It asks before a picture or recording of this page is removed. */
export function SelectedMedia({ files, onRemove, onReorder, isLocked }: SelectedMediaProps) {
  const text = useText()
  const ask = useAsk()
  const remove = (file: File) => (isCaptured(file) ? ask(() => onRemove(file)) : onRemove(file))
  const [dragged, setDragged] = useState<File | null>(null)
  const move = (file: File, to: number) => {
    const others = files.filter((each) => each !== file)
    onReorder?.([...others.slice(0, to), file, ...others.slice(to)])
  }
  return (
    <ul className={css.chosen} aria-label={text('media.chosen')}>
      {files.map((file, index) => (
        <li key={keyOf(file)} data-dragged={dragged === file || undefined}>
          <Preview file={file} />
          {!isLocked && onReorder && files.length > 1 && (
            <Order
              file={file}
              index={index}
              count={files.length}
              onMove={(to) => move(file, to)}
              onDrag={(isDragged) => setDragged(isDragged ? file : null)}
            />
          )}
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

/** Calls back with the index of each row that a dragged row enters, until the drag ends. */
function followDrag(dragged: HTMLElement, onOver: (index: number) => void): void {
  const listeners = new AbortController()
  const { signal } = listeners
  const list = dragged.parentElement
  // A tall row that gave way may still be below the pointer: it does not move back.
  let last: Element = dragged
  const over = (event: DragEvent) => {
    const row = event.target instanceof Element ? event.target.closest('li') : null
    if (!list || !row || row.parentElement !== list) return
    event.preventDefault() // so that it may be dropped here
    if (row === last) return
    last = row
    onOver([...list.children].indexOf(row))
  }
  document.addEventListener('dragover', over, { signal })
  document.addEventListener('drop', over, { signal })
  document.addEventListener('dragend', () => listeners.abort(), { signal })
}

interface OrderProps {
  file: File
  index: number
  count: number
  onMove: (to: number) => void
  onDrag: (isDragged: boolean) => void
}

/** Moves a file among the others, by buttons or by dragging its handle. */
function Order({ file: { name }, index, count, onMove, onDrag }: OrderProps) {
  const text = useText()
  const steps = [
    { key: 'media.moveEarlier', to: index - 1, icon: IconArrowUp },
    { key: 'media.moveLater', to: index + 1, icon: IconArrowDown },
  ] as const
  return (
    <span className={css.order}>
      <span
        className={css.handle}
        draggable
        aria-hidden="true"
        onDragStart={({ dataTransfer, currentTarget }) => {
          const row = currentTarget.closest('li')
          if (!row) return
          dataTransfer.effectAllowed = 'move'
          dataTransfer.setData('text/plain', name)
          dataTransfer.setDragImage(row, 0, 0)
          onDrag(true)
          followDrag(row, onMove)
        }}
        onDragEnd={() => onDrag(false)}
      >
        <IconGripVertical size={20} stroke={2} />
      </span>
      {steps.map(({ key, to, icon: Icon }) => {
        const isPossible = to >= 0 && to < count
        return (
          <ActionIcon
            key={key}
            aria-label={text(key, { name })}
            aria-disabled={!isPossible}
            onClick={({ currentTarget }) => {
              if (!isPossible) return
              flushSync(() => onMove(to))
              currentTarget.focus() // the row, which was moved in the page, lost it
            }}
          >
            <Icon size={20} stroke={2.25} aria-hidden="true" />
          </ActionIcon>
        )
      })}
    </span>
  )
}

function Preview({ file }: { file: File }) {
  const url = useObjectUrl(file)
  const { type, name } = file
  if (!url) return <span className={css.blank} />
  if (type.startsWith('image/')) return <img src={url} alt="" draggable={false} /> // the name is below it
  const kind = playerKindOf(type)
  if (kind !== null) return <MediaPlayer kind={kind} src={url} name={name} isLocal />
  return (
    <span className={css.blank}>
      <IconFile size={28} stroke={1.75} aria-hidden="true" />
    </span>
  )
}
