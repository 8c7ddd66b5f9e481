import { Menu } from '@mantine/core'
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react'

/** A menu that opens as soon as it is there, since a touch of its key has just asked for it. */
export function MenuFrame({ target, children }: { target: ReactElement; children: ReactNode }) {
  const place = useRef<HTMLSpanElement>(null)
  const isOpened = useRef(false)
  useEffect(() => {
    if (isOpened.current) return
    isOpened.current = true
    const key = place.current?.querySelector('button') // it took the place of the one that was touched
    key?.focus()
    key?.click()
  }, [])
  return (
    <Menu position="bottom-end" returnFocus withinPortal={false} withInitialFocusPlaceholder={false}>
      <span ref={place}>
        <Menu.Target>{target}</Menu.Target>
      </span>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
