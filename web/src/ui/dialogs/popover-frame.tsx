import { Popover, type PopoverProps } from '@mantine/core'
import { type ReactElement, type ReactNode, useState } from 'react'
import { useClickOnMount } from './use-click-on-mount.ts'

interface Props extends Pick<PopoverProps, 'position' | 'radius' | 'width'> {
  /** Returns the button of the popover. */
  button: (onClick: () => void) => ReactElement
  label: string
  className: string | undefined
  children: (close: () => void) => ReactNode
}

/** A popover that opens when it is mounted, because the click on its button has loaded it. */
export function PopoverFrame({ button, label, className, children, ...layout }: Props) {
  const container = useClickOnMount()
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} shadow="none" trapFocus returnFocus {...layout}>
      <span ref={container} style={{ display: 'contents' }}>
        <Popover.Target>{button(() => setOpen(!isOpen))}</Popover.Target>
      </span>
      <Popover.Dropdown className={className} aria-label={label}>
        {children(() => setOpen(false))}
      </Popover.Dropdown>
    </Popover>
  )
}
