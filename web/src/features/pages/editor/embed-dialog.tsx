import { TextInput } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import { type FormEvent, useState } from 'react'
import {
  EMBED_HEIGHT,
  EMBED_WIDTH,
  LINK_URL_MAX,
  PAGE_PICTURE_HEIGHT_MAX,
  PAGE_PICTURE_WIDTH_MAX,
} from '@noroshi/contract/limits'
import { useText } from '../../../platform/language/i18n.ts'
import css from '../../../ui/forms/form.module.css'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { embedHosts, embedProblemOf } from './link-address.ts'
import { PixelField, pixelsOf } from './size-fields.tsx'

/** Min width and height in pixels. */
const MIN = 40
const isWithin = (value: number, max: number) => value >= MIN && value <= max

/** Inserts an embed of an allowed host into the page. */
export function EmbedDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const text = useText()
  const [src, setSrc] = useState('')
  const [width, setWidth] = useState(String(EMBED_WIDTH))
  const [height, setHeight] = useState(String(EMBED_HEIGHT))
  const [isChecked, setChecked] = useState(false)
  const hosts = embedHosts.join(', ')
  const found = embedProblemOf(src)
  const [widthPixels, heightPixels] = [pixelsOf(width), pixelsOf(height)]
  const rangeOf = (value: number, max: number) =>
    isChecked && !isWithin(value, max) && text('editor.sizeRange', { min: MIN, max })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setChecked(true)
    if (found || !isWithin(widthPixels, PAGE_PICTURE_WIDTH_MAX) || !isWithin(heightPixels, PAGE_PICTURE_HEIGHT_MAX)) return
    editor
      .chain()
      .focus()
      .insertContent({ type: 'embed', attrs: { src: src.trim(), width: widthPixels, height: heightPixels } })
      .run()
    onClose()
  }
  return (
    <FormDialog
      title={text('editor.embed')}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={text('editor.linkInsert')}
      isBusy={false}
      hasUnsaved={src.trim() !== ''}
    >
      <TextInput
        data-autofocus
        label={text('editor.embedUrl')}
        description={text('editor.embedNote', { hosts })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputMode="url"
        autoCapitalize="off"
        maxLength={LINK_URL_MAX}
        value={src}
        error={isChecked && found && text(`editor.${found.problem}`, { host: found.host, hosts })}
        onChange={({ currentTarget }) => setSrc(currentTarget.value)}
      />
      <div className={css.pair}>
        <PixelField
          label={text('editor.width')}
          value={width}
          onChange={setWidth}
          error={rangeOf(widthPixels, PAGE_PICTURE_WIDTH_MAX)}
        />
        <PixelField
          label={text('editor.height')}
          value={height}
          onChange={setHeight}
          error={rangeOf(heightPixels, PAGE_PICTURE_HEIGHT_MAX)}
        />
      </div>
    </FormDialog>
  )
}
