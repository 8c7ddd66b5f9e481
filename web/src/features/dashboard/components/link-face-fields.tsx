import { Button } from '@mantine/core'
import { IconPhotoPlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useId, useRef } from 'react'
import { LINK_ICONS, type LinkIcon as IconName } from '@noroshi/contract/dashboard/dashboard.http'
import { useText } from '../../../platform/i18n.ts'
import { useObjectUrl } from '../../../ui/media-stream.ts'
import { Problem } from '../../../ui/problem.tsx'
import { LinkIcon } from './link-icon.tsx'
import css from './manage.module.css'

interface IconFieldProps {
  value: IconName | null
  onChange: (name: IconName) => void
  problem: ReactNode
}

/** One drawing of those that the contract names. */
export function IconField({ value, onChange, problem }: IconFieldProps) {
  const text = useText()
  const name = useId()
  return (
    <fieldset className={css.icons} data-invalid={problem ? true : undefined}>
      <legend>{text('dashboard.linkIcon')}</legend>
      <div>
        {LINK_ICONS.map((icon) => (
          <label key={icon} title={text(`dashboard.icon.${icon}`)}>
            <input
              type="radio"
              name={name}
              className="visually-hidden"
              checked={icon === value}
              onChange={() => onChange(icon)}
              aria-label={text(`dashboard.icon.${icon}`)}
            />
            <LinkIcon name={icon} />
          </label>
        ))}
      </div>
      <Problem>{problem}</Problem>
    </fieldset>
  )
}

interface ImageFieldProps {
  /** What the link has already, unless it is taken away. */
  keptUrl: string | null
  image: File | null
  onChange: (image: File | null) => void
  problem: ReactNode
}

/** A picture, seen before it is sent. */
export function ImageField({ keptUrl, image, onChange, problem }: ImageFieldProps) {
  const text = useText()
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
      <label htmlFor={id}>{text('dashboard.linkImage')}</label>
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
      {shown && <img src={shown} alt={text('dashboard.linkImage')} />}
      <div className={css.imageKeys} data-invalid={problem ? true : undefined}>
        <Button
          variant="default"
          leftSection={<IconPhotoPlus size={20} stroke={1.75} aria-hidden="true" />}
          onClick={() => input.current?.click()}
        >
          {text(shown ? 'dashboard.imageReplace' : 'dashboard.imageChoose')}
        </Button>
        {shown && (
          <Button
            variant="subtle"
            leftSection={<IconTrash size={20} stroke={1.75} aria-hidden="true" />}
            onClick={() => onChange(null)}
          >
            {text('dashboard.imageRemove')}
          </Button>
        )}
      </div>
      <Problem id={`${id}-problem`}>{problem}</Problem>
    </div>
  )
}
