import { Menu } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import { useClickOnMount } from './use-click-on-mount.ts'

/** A menu that opens when it is mounted, because the click on its button has loaded it. */
export function MenuFrame({ target, children }: { target: ReactElement; children: ReactNode }) {
  const container = useClickOnMount()
  return (
    <Menu position="bottom-end" returnFocus withinPortal={false} withInitialFocusPlaceholder={false}>
      <span ref={container}>
        <Menu.Target>{target}</Menu.Target>
      </span>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
