import { Editor, type JSONContent } from '@tiptap/core'
import { type ChangeEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { text as currentText, useText } from '../../../platform/language/i18n.ts'
import { withReadablePictures } from '../../../platform/device/readable-pictures.ts'
import { withoutTooLarge } from '../../../ui/forms/file-limits.ts'
import { toastWarning } from '../../../ui/states/toast.tsx'
import { contentOf } from './editor-content.ts'
import { pasteHandlers } from './editor-paste.ts'
import { pageExtensions } from './editor-schema.ts'
import { createEditorUploads, type Upload, type Uploads } from './create-editor-uploads.ts'
import { EditorToolbar } from './editor-toolbar.tsx'
import { EditorUploads } from './editor-uploads.tsx'
import area from './editor-area.module.css'
import css from './page-editor.module.css'
import rich from './rich-text.module.css'

export interface PageEditorProps {
  /** Initial rich text as a JSON string that passed the contract's schema. */
  start: string
  /** Max megabytes of one file. */
  maxMb: number
  /** Called with a function that returns the content, and with null when the editor is destroyed. */
  onReady: (read: (() => string) | null) => void
  /** Called for each change: must be fast. */
  onEdit: () => void
  /** Called with the number of running uploads. */
  onUploading: (count: number) => void
}

/** Editor of a page. ProseMirror renders the text, React only the toolbar. */
export function PageEditor({ start, maxMb, onReady, onEdit, onUploading }: PageEditorProps) {
  const text = useText()
  const container = useRef<HTMLDivElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const [opened, setOpened] = useState<{ editor: Editor; uploads: Uploads } | null>(null)
  const [running, setRunning] = useState<readonly Upload[]>([])
  const notifyEdit = useEffectEvent(onEdit)
  const notifyReady = useEffectEvent(onReady)
  const updateUploads = useEffectEvent((uploads: readonly Upload[]) => {
    setRunning(uploads)
    onUploading(uploads.length)
  })
  // `as`: it passed the contract's schema, which has the same nodes as the editor
  const initialContent = useEffectEvent(() => JSON.parse(start) as JSONContent)
  const fitting = useEffectEvent((files: readonly File[]) => withoutTooLarge(files, maxMb))

  useEffect(() => {
    // Built outside of the document, so that the steps do not cause layouts.
    const paper = document.createElement('div')
    const editor: Editor = new Editor({
      element: paper,
      injectCSS: false,
      extensions: [
        ...pageExtensions,
        pasteHandlers({
          onFiles: (files, at) => uploads.add(fitting(files), at),
          onLeftOut: () => toastWarning('editor.picturesLeftOut', {}, { description: currentText('editor.picturesLeftOutNote') }),
        }),
      ],
      content: initialContent(),
      editorProps: {
        attributes: {
          class: `${rich.rich} ${area.area}`,
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-label': currentText('drafts.content'),
        },
      },
      onUpdate: () => notifyEdit(),
    })
    container.current?.append(paper)
    const uploads = createEditorUploads(editor, (all) => updateUploads(all))
    // oxlint-disable-next-line react/set-state-in-effect -- the editor is outside of React, and its toolbar needs it
    setOpened({ editor, uploads })
    notifyReady(() => contentOf(editor.getJSON()))
    return () => {
      uploads.cancelAll()
      notifyReady(null)
      editor.destroy()
      paper.remove()
    }
  }, [])

  const choose = (accept: 'image/*' | undefined) => {
    if (!chooser.current) return
    chooser.current.accept = accept ?? ''
    chooser.current.click()
  }
  const addChosen = ({ target }: ChangeEvent<HTMLInputElement>) => {
    withReadablePictures([...(target.files ?? [])], (files) => opened?.uploads.add(withoutTooLarge(files, maxMb)))
    target.value = '' // the same file can be chosen again
  }
  return (
    <div className={css.editor}>
      {opened && <EditorToolbar editor={opened.editor} onChoose={choose} />}
      <input ref={chooser} type="file" hidden multiple aria-label={text('editor.document')} onChange={addChosen} />
      {opened && running.length > 0 && <EditorUploads uploads={running} onCancel={opened.uploads.cancel} />}
      <div ref={container} className={css.paper} />
    </div>
  )
}
