import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import { documentSource } from './editor-media.ts'

interface Pasting {
  /** Files that were pasted, or dropped at a place. */
  readonly onFiles: (files: readonly File[], at?: number) => void
  /** Pictures of other sites were in it, and were left out. */
  readonly onLeftOut: () => void
}

const filesIn = (data: DataTransfer | null): File[] => [...(data?.files ?? [])]

const hasForeignPictures = (html: string): boolean => {
  const { body } = new DOMParser().parseFromString(html, 'text/html') // inert: nothing of it is loaded or run
  return Array.from(body.querySelectorAll('img')).some((image) => documentSource(image.getAttribute('src')) === null)
}

/** Files that are pasted or dropped are uploaded; of pasted pages only what the schema knows stays, and its pictures say that they did not. */
export const pasting = ({ onFiles, onLeftOut }: Pasting) =>
  Extension.create({
    name: 'pasting',
    addProseMirrorPlugins: () => [
      new Plugin({
        props: {
          handlePaste: (_view, { clipboardData: data }) => {
            const files = filesIn(data)
            const html = data?.getData('text/html') ?? ''
            // A word processor puts a picture of the text beside the text: then the text is meant.
            const isText = (data?.getData('text/plain') ?? '').trim() !== ''
            if (files.length > 0 && !isText) {
              onFiles(files)
              return true
            }
            if (html !== '' && hasForeignPictures(html)) onLeftOut()
            return false
          },
          handleDrop: (view, event, _slice, isMoved) => {
            const files = isMoved ? [] : filesIn(event.dataTransfer)
            if (files.length === 0) return false
            event.preventDefault()
            onFiles(files, view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos)
            return true
          },
        },
      }),
    ],
  })
