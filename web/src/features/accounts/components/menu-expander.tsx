import { Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import css from './menu-expander.module.css'

interface MenuExpanderProps {
  label: string
  icon: ReactNode
  children: ReactNode
}

/** An entry of a menu that opens into its choices. */
export function MenuExpander({ label, icon, children }: MenuExpanderProps) {
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
