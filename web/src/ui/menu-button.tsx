import { ActionIcon } from '@mantine/core'
import { type ReactElement, type ReactNode, Suspense, useState } from 'react'

interface MenuButtonProps {
  label: string
  className?: string | undefined
  /** Visible content of the button. */
  icon: ReactNode
  /** Returns the menu around the button: a lazy component that ends in a `MenuFrame`. */
  menu: (button: ReactElement) => ReactNode
}

/** The button of a menu whose code loads with the first use, so that the first screen does not wait for it. */
export function MenuButton({ label, className, icon, menu }: MenuButtonProps) {
  const [isWanted, setWanted] = useState(false)
  const button = (onClick?: () => void) => (
    <ActionIcon className={className} w="auto" miw={44} aria-label={label} aria-haspopup="menu" onClick={onClick}>
      {icon}
    </ActionIcon>
  )
  if (!isWanted) return button(() => setWanted(true))
  return <Suspense fallback={button()}>{menu(button())}</Suspense>
}
