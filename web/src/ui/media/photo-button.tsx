import { useState } from 'react'
import type { Media } from '@noroshi/contract/files'
import { MediaViewer } from './media-viewer.tsx'
import css from './photo-button.module.css'

/** A small photo, which a press shows in full screen. */
export function PhotoButton({ photo, label }: { photo: Media; label: string }) {
  const [isOpen, setOpen] = useState(false)
  const { id, mediaUrl, previewUrl, previewName: fileName } = photo
  return (
    <>
      <button type="button" className={css.photo} onClick={() => setOpen(true)}>
        <img src={previewUrl ?? mediaUrl} alt={label} loading="lazy" decoding="async" />
      </button>
      {isOpen && <MediaViewer pictures={[{ id, mediaUrl, name: label, fileName }]} startId={id} onClose={() => setOpen(false)} />}
    </>
  )
}
