import { Textarea } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { type FormEvent, useState } from 'react'
import { storable } from '@noroshi/contract/define'
import { ALT_TEXT_MAX } from '@noroshi/contract/limits'
import { useText } from '../../../platform/i18n.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { PICTURE_MIN, type Size, sizeAt, widestOf } from '../editor-size.ts'
import { PixelField, pixelsOf } from './size-fields.tsx'

/** The picture that is chosen, as it is drawn: its file knows its proportions. */
function chosenPicture({ state: { selection }, view }: Editor) {
  if (!(selection instanceof NodeSelection)) return null
  const element = view.nodeDOM(selection.from)
  const image = element instanceof HTMLElement ? element.querySelector('img') : null
  const natural: Size | null = image && image.naturalWidth > 0 ? { width: image.naturalWidth, height: image.naturalHeight } : null
  return { at: selection.from, attrs: selection.node.attrs, natural, shown: image?.clientWidth ?? 0 }
}

/** Describes and resizes the picture that is chosen. */
export function PictureDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const text = useText()
  const [picture] = useState(() => chosenPicture(editor))
  const [alt, setAlt] = useState(() => String(picture?.attrs['alt'] ?? ''))
  const [width, setWidth] = useState(() => String(picture?.attrs['width'] ?? picture?.shown ?? ''))
  const [isChecked, setChecked] = useState(false)
  const natural = picture?.natural ?? null
  const range = natural && { min: Math.min(PICTURE_MIN, widestOf(natural)), max: widestOf(natural) }
  const wanted = pixelsOf(width)
  const isFine = range === null || (wanted >= range.min && wanted <= range.max)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setChecked(true)
    if (!picture || !isFine) return
    const attrs = { ...picture.attrs, alt: storable(alt.trim()), ...(natural && sizeAt(wanted, natural)) }
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
          error={isChecked && !isFine && text('editor.sizeRange', range)}
        />
      )}
    </FormDialog>
  )
}
