import { IconPaperclip } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import css from './file-drop.module.css'

interface Props {
  /** Shown over the nearest positioned element while files are held above the page. */
  label: string
  /** false: what is dropped now is not taken. */
  isReady: boolean
  onFiles: (files: File[]) => void
}

const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true

/** Folders come as files that nobody can read. */
const filesOf = ({ dataTransfer }: DragEvent): File[] =>
  [...(dataTransfer?.items ?? [])]
    .filter((item) => item.webkitGetAsEntry()?.isDirectory !== true)
    .map((item) => item.getAsFile())
    .filter((file) => file !== null)

/** Takes files that are dropped anywhere on the page: beside the place that was meant, the browser would leave the page for them. */
export function FileDrop({ label, isReady, onFiles }: Props) {
  const [isOver, setOver] = useState(false)
  const drop = useEffectEvent((event: DragEvent) => {
    const files = isReady ? filesOf(event) : []
    if (files.length > 0) onFiles(files)
  })
  useEffect(() => {
    const hold = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const end = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      setOver(false)
      drop(event)
    }
    // From one element to the next it leaves too; out of the window there is no next.
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    document.addEventListener('dragover', hold)
    document.addEventListener('drop', end)
    document.addEventListener('dragleave', leave)
    return () => {
      document.removeEventListener('dragover', hold)
      document.removeEventListener('drop', end)
      document.removeEventListener('dragleave', leave)
    }
  }, [])
  if (!isOver || !isReady) return null
  return (
    <div className={css.over}>
      <p>
        <IconPaperclip size={24} stroke={1.75} aria-hidden="true" />
        {label}
      </p>
    </div>
  )
}
