import { Menu } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import { useClickOnMount } from './use-click-on-mount.ts'

interface Props {
  /** The button that opens the menu. */
  target: ReactElement
  /** Class of the element around the button. */
  className?: string | undefined
  /** Whether the menu is outside of the element, which would clip it. */
  isInPortal?: boolean
  children: ReactNode
}

/** A menu that opens when it is mounted, because the click on its button has loaded it. */
export function MenuFrame({ target, className, isInPortal = false, children }: Props) {
  const container = useClickOnMount()
  return (
    <Menu position="bottom-end" returnFocus withinPortal={isInPortal} withInitialFocusPlaceholder={false} menuItemTabIndex={0}>
      <span ref={container} className={className}>
        <Menu.Target>{target}</Menu.Target>
      </span>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
