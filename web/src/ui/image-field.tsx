import { Button } from '@mantine/core'
import { IconPhotoPlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useId, useRef } from 'react'
import css from './image-field.module.css'
import { useObjectUrl } from './media-stream.ts'
import { Problem } from './problem.tsx'

interface ImageFieldProps {
  label: string
  chooseLabel: string
  replaceLabel: string
  removeLabel: string
  /** What there is already, unless it is taken away. */
  keptUrl: string | null
  image: File | null
  onChange: (image: File | null) => void
  problem?: ReactNode
}

/** A picture, seen before it is sent. */
export function ImageField({
  label,
  chooseLabel,
  replaceLabel,
  removeLabel,
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
    const [first] = files ?? []
    if (first) onChange(first)
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
          currentTarget.value = '' // the same file may be chosen again
        }}
      />
      {shown && <img src={shown} alt={label} />}
      <div className={css.imageKeys} data-invalid={problem ? true : undefined}>
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
      <Problem id={`${id}-problem`}>{problem}</Problem>
    </div>
  )
}
