import { Menu } from '@mantine/core'
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'

/** A menu that opens as soon as it is there, since a touch of its key has just asked for it. */
export function MenuFrame({ target, children }: { target: ReactElement; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    place.current?.querySelector('button')?.focus() // this key took the place of the one that was touched
    setOpen(true)
  }, [])
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-end" returnFocus>
      <span ref={place}>
        <Menu.Target>{target}</Menu.Target>
      </span>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
