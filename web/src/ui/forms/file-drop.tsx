import { IconPaperclip } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import css from './file-drop.module.css'

interface Props {
  /** Shown over the nearest positioned element while files are dragged over the page. */
  label: string
  /** false: dropped files are ignored. */
  isReady: boolean
  onFiles: (files: File[]) => void
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true

/** Returns the dropped files without folders, which cannot be read. */
const filesOf = ({ dataTransfer }: DragEvent): File[] =>
  [...(dataTransfer?.items ?? [])]
    .filter((item) => item.webkitGetAsEntry()?.isDirectory !== true)
    .map((item) => item.getAsFile())
    .filter((file) => file !== null)

/**
 * Accepts files that are dropped anywhere on the page. Otherwise the browser would leave the page to open a file that
 * missed its target.
 */
export function FileDrop({ label, isReady, onFiles }: Props) {
  const [isOver, setOver] = useState(false)
  const drop = useEffectEvent((event: DragEvent) => {
    const files = isReady ? filesOf(event) : []
    if (files.length > 0) onFiles(files)
  })
  useEffect(() => {
    const showOverlay = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const acceptDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      drop(event)
    }
    // `dragleave` also fires between two elements. Outside the window there is no related target.
    const hideOverlay = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    document.addEventListener('dragover', showOverlay)
    document.addEventListener('drop', acceptDrop)
    document.addEventListener('dragleave', hideOverlay)
    return () => {
      document.removeEventListener('dragover', showOverlay)
      document.removeEventListener('drop', acceptDrop)
      document.removeEventListener('dragleave', hideOverlay)
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
