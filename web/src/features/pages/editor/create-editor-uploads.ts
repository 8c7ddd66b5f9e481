import type { Editor } from '@tiptap/core'
import type { z } from 'zod'
import { toStorable } from '@noroshi/contract/define'
import { cutText } from '@noroshi/contract/text/graphemes'
import { ALT_TEXT_MAX } from '@noroshi/contract/limits'
import { documentRoutes } from '@noroshi/contract/pages/documents.http'
import { ApiError, OfflineError } from '../../../platform/connection/http-errors.ts'
import { call } from '../../../platform/connection/http.ts'
import { text } from '../../../platform/language/i18n.ts'
import { newId } from '../../../platform/ids.ts'
import { toastError } from '../../../ui/states/toast.tsx'
import { initialSize } from './editor-size.ts'

export type Uploaded = z.output<typeof documentRoutes.upload.reply>

/** A running upload of a file into a page. */
export interface Upload {
  readonly id: string
  readonly name: string
  readonly percent: number
}

/** Returns the nodes for an uploaded file: a picture, a video, or a link with its name. */
export function nodesFor({ documentUrl: src, type, previewName, width, height }: Uploaded) {
  const name = cutText(toStorable(previewName), ALT_TEXT_MAX)
  if (type.startsWith('image/') && width !== null && height !== null) {
    return [{ type: 'image', attrs: { src, alt: '', ...initialSize({ width, height }) } }]
  }
  if (type.startsWith('video/')) return [{ type: 'video', attrs: { src, title: name } }]
  const link = { type: 'text', text: name === '' ? src : name, marks: [{ type: 'link', attrs: { href: src } }] }
  return [{ type: 'paragraph', content: [link] }]
}

/** Uploads files and inserts them at the position where the upload began. The position follows edits meanwhile. */
export function createEditorUploads(editor: Editor, onChange: (uploads: readonly Upload[]) => void) {
  const running = new Map<string, Upload & { readonly abort: AbortController }>()
  const notify = () => onChange([...running.values()].map(({ id, name, percent }) => ({ id, name, percent })))

  const upload = async (file: File, at: number) => {
    const [id, abort] = [newId(), new AbortController()]
    let position = at
    const trackPosition = ({ transaction }: { transaction: { mapping: { map: (position: number) => number } } }) => {
      position = transaction.mapping.map(position)
    }
    const setProgress = (percent: number) => {
      running.set(id, { id, name: file.name, percent, abort })
      notify()
    }
    editor.on('transaction', trackPosition)
    setProgress(0)
    try {
      const files = [{ field: 'file', file, name: file.name }]
      const uploaded = await call(documentRoutes.upload, { form: {}, files, signal: abort.signal, onProgress: setProgress })
      if (!editor.isDestroyed)
        editor.commands.insertContentAt(Math.min(position, editor.state.doc.content.size), nodesFor(uploaded))
    } catch (error) {
      if (!abort.signal.aborted) {
        const reason = error instanceof OfflineError ? text('chrome.noAnswer') : error instanceof ApiError ? error.message : ''
        toastError(text('editor.uploadFailed', { name: file.name }), reason)
      }
    } finally {
      editor.off('transaction', trackPosition)
      running.delete(id)
      notify()
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
export type Uploads = ReturnType<typeof createEditorUploads>
