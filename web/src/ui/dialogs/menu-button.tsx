import { ActionIcon } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import { OnDemand } from '../states/on-demand.tsx'

interface MenuButtonProps {
  label: string
  className?: string | undefined
  /** Visible content of the button. */
  icon: ReactNode
  /** Returns the menu around the button: a lazy component that ends in a `MenuFrame`. */
  menu: (button: ReactElement) => ReactNode
}

/** The button of a menu whose code loads with the first click. */
export function MenuButton({ label, className, icon, menu }: MenuButtonProps) {
  const button = (onClick?: () => void) => (
    <ActionIcon className={className} w="auto" miw="var(--ai-size)" aria-label={label} aria-haspopup="menu" onClick={onClick}>
      {icon}
    </ActionIcon>
  )
  return <OnDemand button={button} content={() => menu(button())} />
}
