import { Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import css from './menu-expander.module.css'

interface Props {
  label: string
  icon: ReactNode
  children: ReactNode
}

/** A menu item that expands to its options. */
export function MenuExpander({ label, icon, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Menu.Item
        closeMenuOnClick={false}
        aria-expanded={isOpen}
        leftSection={icon}
        rightSection={<IconChevronDown className={css.chevron} data-open={isOpen || undefined} size={18} stroke={2} />}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </Menu.Item>
      {isOpen && children}
    </>
  )
}
