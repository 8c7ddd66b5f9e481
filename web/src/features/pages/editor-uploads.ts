import type { Editor } from '@tiptap/core'
import type { z } from 'zod'
import { cutText, storable } from '@noroshi/contract/define'
import { ALT_TEXT_MAX } from '@noroshi/contract/limits'
import { documentRoutes } from '@noroshi/contract/pages/documents.http'
import { ApiError, OfflineError } from '../../platform/http-errors.ts'
import { call } from '../../platform/http.ts'
import { text } from '../../platform/i18n.ts'
import { newId } from '../../platform/ids.ts'
import { toastError } from '../../ui/toast.tsx'
import { sizeOfNew } from './editor-size.ts'

export type Uploaded = z.output<typeof documentRoutes.upload.reply>

/** A file on its way into a page. */
export interface Upload {
  readonly id: string
  readonly name: string
  readonly percent: number
}

/** What stands in the page for an uploaded file: a picture, a film, or a link by its name. */
export function nodesFor({ documentUrl: src, type, previewName, width, height }: Uploaded) {
  const name = cutText(storable(previewName), ALT_TEXT_MAX)
  if (type.startsWith('image/') && width !== null && height !== null) {
    return [{ type: 'image', attrs: { src, alt: '', ...sizeOfNew({ width, height }) } }]
  }
  if (type.startsWith('video/')) return [{ type: 'video', attrs: { src, title: name } }]
  const words = { type: 'text', text: name === '' ? src : name, marks: [{ type: 'link', attrs: { href: src } }] }
  return [{ type: 'paragraph', content: [words] }]
}

/** Uploads files and puts them where the cursor was, wherever that has moved to meanwhile. */
export function createUploads(editor: Editor, onChange: (uploads: readonly Upload[]) => void) {
  const running = new Map<string, Upload & { readonly abort: AbortController }>()
  const told = () => onChange([...running.values()].map(({ id, name, percent }) => ({ id, name, percent })))

  const upload = async (file: File, at: number) => {
    const [id, abort] = [newId(), new AbortController()]
    let place = at
    const follow = ({ transaction }: { transaction: { mapping: { map: (position: number) => number } } }) => {
      place = transaction.mapping.map(place)
    }
    const show = (percent: number) => {
      running.set(id, { id, name: file.name, percent, abort })
      told()
    }
    editor.on('transaction', follow)
    show(0)
    try {
      const files = [{ field: 'file', file, name: file.name }]
      const uploaded = await call(documentRoutes.upload, { form: {}, files, signal: abort.signal, onProgress: show })
      if (!editor.isDestroyed) editor.commands.insertContentAt(Math.min(place, editor.state.doc.content.size), nodesFor(uploaded))
    } catch (error) {
      if (!abort.signal.aborted) {
        const why = error instanceof OfflineError ? text('chrome.noAnswer') : error instanceof ApiError ? error.message : ''
        toastError(text('editor.uploadFailed', { name: file.name }), why)
      }
    } finally {
      editor.off('transaction', follow)
      running.delete(id)
      told()
    }
  }
  return {
    add: (files: readonly File[], at = editor.state.selection.to) => {
      for (const file of files) void upload(file, at)
    },
    cancel: (id: string) => running.get(id)?.abort.abort(),
    cancelAll: () => {
      for (const { abort } of running.values()) abort.abort()
    },
  }
}
export type Uploads = ReturnType<typeof createUploads>
