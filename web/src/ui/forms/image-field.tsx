import { Button } from '@mantine/core'
import { IconPhotoPlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useId, useRef } from 'react'
import { withReadablePictures } from '../../platform/device/readable-pictures.ts'
import css from './image-field.module.css'
import { useObjectUrl } from '../media/media-stream.ts'
import { FieldError } from './field-error.tsx'
import { withoutTooLarge } from './file-limits.ts'

interface ImageFieldProps {
  label: string
  chooseLabel: string
  replaceLabel: string
  removeLabel: string
  /** Max megabytes of the image. A larger one is dropped with a toast. */
  maxMb: number
  /** URL of the stored image, unless the user removed it. */
  keptUrl: string | null
  image: File | null
  onChange: (image: File | null) => void
  problem?: ReactNode
}

/** A field for one image, with a preview. */
export function ImageField({
  label,
  chooseLabel,
  replaceLabel,
  removeLabel,
  maxMb,
  keptUrl,
  image,
  onChange,
  problem,
}: ImageFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const chosenUrl = useObjectUrl(image)
  const shown = chosenUrl ?? keptUrl
  const choose = (files: FileList | null) => {
    withReadablePictures([...(files ?? [])].slice(0, 1), (readable) => {
      const [fitting] = withoutTooLarge(readable, maxMb)
      if (fitting) onChange(fitting)
    })
  }
  return (
    <div className={css.image}>
      <label htmlFor={id}>{label}</label>
      <input
        ref={input}
        id={id}
        type="file"
        accept="image/*"
        className="visually-hidden"
        tabIndex={-1}
        aria-describedby={`${id}-problem`}
        onChange={({ currentTarget }) => {
          choose(currentTarget.files)
          currentTarget.value = '' // so that the same file can be chosen again
        }}
      />
      {shown && <img src={shown} alt={label} />}
      <div className={css.buttons} data-invalid={problem ? true : undefined}>
        <Button
          variant="default"
          leftSection={<IconPhotoPlus size={20} stroke={1.75} aria-hidden="true" />}
          onClick={() => input.current?.click()}
        >
          {shown ? replaceLabel : chooseLabel}
        </Button>
        {shown && (
          <Button
            variant="subtle"
            leftSection={<IconTrash size={20} stroke={1.75} aria-hidden="true" />}
            onClick={() => onChange(null)}
          >
            {removeLabel}
          </Button>
        )}
      </div>
      <FieldError id={`${id}-problem`}>{problem}</FieldError>
    </div>
  )
}
