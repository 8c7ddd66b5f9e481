import { type ReactNode, useId } from 'react'
import { LINK_ICONS, type LinkIcon as IconName } from '@noroshi/contract/dashboard/dashboard.http'
import { useText } from '../../../platform/language/i18n.ts'
import { FieldError } from '../../../ui/forms/field-error.tsx'
import { LinkIcon } from './link-icon.tsx'
import css from './manage.module.css'

interface Props {
  value: IconName | null
  onChange: (name: IconName) => void
  problem: ReactNode
}

/** Selects one of the contract's icons. */
export function IconField({ value, onChange, problem }: Props) {
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
      <FieldError>{problem}</FieldError>
    </fieldset>
  )
}
