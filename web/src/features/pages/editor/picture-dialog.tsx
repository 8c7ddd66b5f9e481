import { Textarea } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { type FormEvent, useState } from 'react'
import { toStorable } from '@noroshi/contract/define'
import { ALT_TEXT_MAX } from '@noroshi/contract/limits'
import { useText } from '../../../platform/language/i18n.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { PICTURE_MIN, type Size, sizeAt, maxWidthOf } from './editor-size.ts'
import { PixelField, pixelsOf } from './size-fields.tsx'

/** Returns the selected picture with the natural size of its file. */
function selectedPicture({ state: { selection }, view }: Editor) {
  if (!(selection instanceof NodeSelection)) return null
  const element = view.nodeDOM(selection.from)
  const image = element instanceof HTMLElement ? element.querySelector('img') : null
  const natural: Size | null = image && image.naturalWidth > 0 ? { width: image.naturalWidth, height: image.naturalHeight } : null
  return { at: selection.from, attrs: selection.node.attrs, natural, shown: image?.clientWidth ?? 0 }
}

/** Edits the text alternative and width of the selected picture. */
export function PictureDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const text = useText()
  const [picture] = useState(() => selectedPicture(editor))
  const [before] = useState(() => ({
    alt: String(picture?.attrs['alt'] ?? ''),
    width: String(picture?.attrs['width'] ?? picture?.shown ?? ''),
  }))
  const [alt, setAlt] = useState(before.alt)
  const [width, setWidth] = useState(before.width)
  const [isChecked, setChecked] = useState(false)
  const natural = picture?.natural ?? null
  const range = natural && { min: Math.min(PICTURE_MIN, maxWidthOf(natural)), max: maxWidthOf(natural) }
  const targetWidth = pixelsOf(width)
  const isValid = range === null || (targetWidth >= range.min && targetWidth <= range.max)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setChecked(true)
    if (!picture || !isValid) return
    const attrs = { ...picture.attrs, alt: toStorable(alt.trim()), ...(natural && sizeAt(targetWidth, natural)) }
    editor
      .chain()
      .command(({ tr }) => {
        tr.setNodeMarkup(picture.at, null, attrs)
        return true
      })
      .setNodeSelection(picture.at)
      .run()
    onClose()
  }
  return (
    <FormDialog
      title={text('editor.pictureTitle')}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={text('editor.apply')}
      isBusy={false}
      hasUnsaved={alt !== before.alt || width !== before.width}
    >
      <Textarea
        data-autofocus
        label={text('editor.alt')}
        description={text('editor.altNote')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        rows={2}
        maxLength={ALT_TEXT_MAX}
        value={alt}
        onChange={({ currentTarget }) => setAlt(currentTarget.value)}
      />
      {range && (
        <PixelField
          label={text('editor.width')}
          description={text('editor.widthNote', range)}
          value={width}
          onChange={setWidth}
          error={isChecked && !isValid && text('editor.sizeRange', range)}
        />
      )}
    </FormDialog>
  )
}
