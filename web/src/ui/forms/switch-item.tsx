import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './switch-item.module.css'

interface Props {
  readonly icon: ReactNode
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean
  /** A second line in small letters. */
  readonly note?: string
  readonly children: string
}

/** A menu item that is a switch. The menu stays open, so that its new state is seen. */
export function SwitchItem({ icon, checked, onChange, disabled = false, note, children }: Props) {
  return (
    <Menu.CheckboxItem
      checked={checked}
      onChange={onChange}
      disabled={disabled}
      closeMenuOnClick={false}
      classNames={{ itemIndicator: css.indicator ?? '' }}
      rightSection={<span className={css.switch} data-on={checked || undefined} aria-hidden="true" />}
    >
      <span className={css.content}>
        {icon}
        <span>
          {children}
          {note !== undefined && <small className={css.note}>{note}</small>}
        </span>
      </span>
    </Menu.CheckboxItem>
  )
}
