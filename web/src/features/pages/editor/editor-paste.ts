import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import { documentSource } from './editor-media.ts'
import { convertWordLists } from '../compare/word-lists.ts'

interface PasteCallbacks {
  /** Called with pasted files, or with dropped files and their document position. */
  readonly onFiles: (files: readonly File[], at?: number) => void
  /** Called if pictures of other sites were left out. */
  readonly onLeftOut: () => void
}

const filesIn = (data: DataTransfer | null): File[] => [...(data?.files ?? [])]

/** Parses HTML without loading resources or running scripts. */
const parseHtml = (html: string): HTMLElement => new DOMParser().parseFromString(html, 'text/html').body

const hasForeignPictures = (html: string): boolean => {
  const body = parseHtml(html)
  return Array.from(body.querySelectorAll('img')).some((image) => documentSource(image.getAttribute('src')) === null)
}

/**
 * Uploads pasted or dropped files, converts lists of Word, and reports pictures of other sites, which the schema drops.
 */
export const pasteHandlers = ({ onFiles, onLeftOut }: PasteCallbacks) =>
  Extension.create({
    name: 'pasting',
    addProseMirrorPlugins: () => [
      new Plugin({
        props: {
          transformPastedHTML: (html) => {
            if (!/mso-list/i.test(html)) return html
            const body = parseHtml(html)
            convertWordLists(body)
            return body.innerHTML
          },
          handlePaste: (_view, { clipboardData: data }) => {
            const files = filesIn(data)
            const html = data?.getData('text/html') ?? ''
            // Word processors add a picture of the copied text to the clipboard. The text is pasted then.
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
