import { Editor, type JSONContent } from '@tiptap/core'
import { type ChangeEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { text as say, useText } from '../../../platform/i18n.ts'
import { withoutTooLarge } from '../../../ui/media-chosen.tsx'
import { toastWarning } from '../../../ui/toast.tsx'
import { contentOf } from '../editor-content.ts'
import { pasting } from '../editor-paste.ts'
import { pageExtensions } from '../editor-schema.ts'
import { createUploads, type Upload, type Uploads } from '../editor-uploads.ts'
import { EditorToolbar } from './editor-toolbar.tsx'
import { EditorUploads } from './editor-uploads.tsx'
import area from './editor-area.module.css'
import css from './page-editor.module.css'
import rich from './rich-text.module.css'

export interface PageEditorProps {
  /** Rich text as a JSON string, which the contract's schema let through. */
  start: string
  /** Megabytes of one file. */
  maxMb: number
  /** Gives what the editor holds; null: it is gone. */
  onReady: (read: (() => string) | null) => void
  /** With each change: do little here. */
  onEdit: () => void
  /** How many files are on their way. */
  onUploading: (count: number) => void
}

/** The editor of a page. Its text is ProseMirror's own: React draws the keys around it, and none of the words. */
export function PageEditor({ start, maxMb, onReady, onEdit, onUploading }: PageEditorProps) {
  const text = useText()
  const place = useRef<HTMLDivElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const [opened, setOpened] = useState<{ editor: Editor; uploads: Uploads } | null>(null)
  const [running, setRunning] = useState<readonly Upload[]>([])
  const edited = useEffectEvent(onEdit)
  const ready = useEffectEvent(onReady)
  const uploading = useEffectEvent((uploads: readonly Upload[]) => {
    setRunning(uploads)
    onUploading(uploads.length)
  })
  // `as`: the contract's schema let it through, which knows no other nodes than the editor
  const first = useEffectEvent(() => JSON.parse(start) as JSONContent)
  const fitting = useEffectEvent((files: readonly File[]) => withoutTooLarge(files, maxMb))

  useEffect(() => {
    // Outside of the page until it is whole: each of its steps would be laid out by itself.
    const paper = document.createElement('div')
    const editor: Editor = new Editor({
      element: paper,
      injectCSS: false,
      extensions: [
        ...pageExtensions,
        pasting({
          onFiles: (files, at) => uploads.add(fitting(files), at),
          onLeftOut: () => toastWarning('editor.picturesLeftOut', {}, { description: say('editor.picturesLeftOutNote') }),
        }),
      ],
      content: first(),
      editorProps: {
        attributes: {
          class: `${rich.rich} ${area.area}`,
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-label': say('drafts.content'),
        },
      },
      onUpdate: () => edited(),
    })
    place.current?.append(paper)
    const uploads = createUploads(editor, (all) => uploading(all))
    // oxlint-disable-next-line react/set-state-in-effect -- the editor is outside of React, and its keys come with it
    setOpened({ editor, uploads })
    ready(() => contentOf(editor.getJSON()))
    return () => {
      uploads.cancelAll()
      ready(null)
      editor.destroy()
      paper.remove()
    }
  }, [])

  const choose = (accept: 'image/*' | undefined) => {
    if (!chooser.current) return
    chooser.current.accept = accept ?? ''
    chooser.current.click()
  }
  const chosen = ({ target }: ChangeEvent<HTMLInputElement>) => {
    opened?.uploads.add(withoutTooLarge([...(target.files ?? [])], maxMb))
    target.value = '' // the same file can be chosen again
  }
  return (
    <div className={css.editor}>
      {opened && <EditorToolbar editor={opened.editor} onChoose={choose} />}
      <input ref={chooser} type="file" hidden multiple aria-label={text('editor.document')} onChange={chosen} />
      {opened && running.length > 0 && <EditorUploads uploads={running} onCancel={opened.uploads.cancel} />}
      <div ref={place} className={css.paper} />
    </div>
  )
}
