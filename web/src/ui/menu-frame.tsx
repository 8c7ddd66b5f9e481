import { Menu } from '@mantine/core'
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react'

/** A menu that opens when it is mounted, because the click on its button has loaded it. */
export function MenuFrame({ target, children }: { target: ReactElement; children: ReactNode }) {
  const container = useRef<HTMLSpanElement>(null)
  const isOpened = useRef(false)
  useEffect(() => {
    if (isOpened.current) return
    isOpened.current = true
    const button = container.current?.querySelector('button') // it replaced the button that was clicked
    button?.focus()
    button?.click()
  }, [])
  return (
    <Menu position="bottom-end" returnFocus withinPortal={false} withInitialFocusPlaceholder={false}>
      <span ref={container}>
        <Menu.Target>{target}</Menu.Target>
      </span>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
