import type { ReactElement, ReactNode } from 'react'
import { OnDemand } from '../states/on-demand.tsx'
import css from './menu-button.module.css'

interface MenuButtonProps {
  label: string
  className?: string | undefined
  /** Visible content of the button. */
  icon: ReactNode
  /** Returns the menu around the button: a lazy component that ends in a `MenuFrame`. */
  menu: (button: ReactElement) => ReactNode
}

/** The button of a menu whose code loads with the first click. It is a plain element: long lists have one in each row. */
export function MenuButton({ label, className = '', icon, menu }: MenuButtonProps) {
  const button = (onClick?: () => void) => (
    <button type="button" className={`${css.button} ${className}`} aria-label={label} aria-haspopup="menu" onClick={onClick}>
      {icon}
    </button>
  )
  return <OnDemand button={button} content={() => menu(button())} />
}
