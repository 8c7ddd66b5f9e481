import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconDownload, IconX, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useText } from '../../platform/language/i18n.ts'
import css from './media-viewer.module.css'
import { TopDialog } from '../dialogs/top-dialog.tsx'
import { useZoom } from '../layout/use-zoom.ts'

export interface ViewerPicture {
  readonly id: string
  readonly mediaUrl: string
  /** Title and accessible name. */
  readonly name: string
  readonly caption?: string | undefined
  /** File name of a download. */
  readonly fileName: string
}

interface Props {
  pictures: readonly ViewerPicture[]
  /** Id of the first visible picture. */
  startId: string
  onClose: () => void
}

/**
 * Shows pictures in full screen, one at a time, with next and previous, zoom, swipe and Escape. The focus returns to
 * the previous element.
 */
export function MediaViewer({ pictures, startId, onClose }: Props) {
  const text = useText()
  const id = useId()
  const [currentId, setCurrentId] = useState(startId)
  const index = Math.max(
    0,
    pictures.findIndex((picture) => picture.id === currentId),
  )
  const picture = pictures[index]
  const count = pictures.length
  const go = (step: 1 | -1) => {
    const next = pictures[(index + step + count) % count]
    if (next) setCurrentId(next.id)
  }
  if (!picture) return null
  const { name, caption, mediaUrl, fileName } = picture
  return (
    <TopDialog role="dialog" labelledBy={`${id}-title`} onEscape={onClose} className={css.viewer}>
      <header className={css.head}>
        <h2 id={`${id}-title`} className="one-line">
          {name}
        </h2>
        <p className="num" role="status">
          {text('media.position', { index: index + 1, count })}
        </p>
        <ActionIcon component="a" href={mediaUrl} download={fileName} aria-label={text('media.download')}>
          <IconDownload size={24} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon aria-label={text('chrome.close')} onClick={onClose} data-first-focus>
          <IconX size={26} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </header>
      <Stage key={picture.id} url={mediaUrl} name={name} hasOthers={count > 1} onStep={go} />
      {caption && <p className={css.caption}>{caption}</p>}
    </TopDialog>
  )
}

interface StageProps {
  url: string
  name: string
  hasOthers: boolean
  onStep: (step: 1 | -1) => void
}

/** One picture with its buttons. Each picture starts unzoomed. */
function Stage({ url, name, hasOthers, onStep }: StageProps) {
  const text = useText()
  const { zoom, zoomIn, zoomOut, reset, isMaxScale, stage } = useZoom((step) => hasOthers && onStep(step))
  const actions: Record<string, () => void> = {
    ...(hasOthers && { ArrowLeft: () => onStep(-1), ArrowRight: () => onStep(1) }),
    '+': zoomIn,
    '-': zoomOut,
    '0': reset,
  }
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : actions[event.key]
    if (!act) return
    event.preventDefault()
    act()
  })
  // Listens on the document, because the focus may be on any element of the dialog; everything behind it is inert.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return (
    <div className={css.around}>
      <div className={css.stage} {...stage} data-zoomed={zoom.scale > 1 || undefined}>
        <img
          src={url}
          alt={name}
          draggable={false}
          style={{ transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` }}
        />
      </div>
      <div className={css.tools}>
        {hasOthers && (
          <ActionIcon className={css.tool} aria-label={text('media.previous')} onClick={() => onStep(-1)}>
            <IconChevronLeft size={26} stroke={2} aria-hidden="true" />
          </ActionIcon>
        )}
        <ActionIcon className={css.tool} aria-label={text('media.zoomOut')} disabled={zoom.scale === 1} onClick={zoomOut}>
          <IconZoomOut size={24} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
        <output className="num">{Math.round(zoom.scale * 100)}%</output>
        <ActionIcon className={css.tool} aria-label={text('media.zoomIn')} disabled={isMaxScale} onClick={zoomIn}>
          <IconZoomIn size={24} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
        {hasOthers && (
          <ActionIcon className={css.tool} aria-label={text('media.next')} onClick={() => onStep(1)}>
            <IconChevronRight size={26} stroke={2} aria-hidden="true" />
          </ActionIcon>
        )}
      </div>
    </div>
  )
}
