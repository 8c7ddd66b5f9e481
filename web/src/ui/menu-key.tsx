import { ActionIcon } from '@mantine/core'
import { type ReactElement, type ReactNode, Suspense, useState } from 'react'

interface MenuKeyProps {
  label: string
  className?: string | undefined
  /** What is seen on the key. */
  face: ReactNode
  /** Gives the menu around the key: a lazy component that ends in a `MenuFrame`. */
  menu: (key: ReactElement) => ReactNode
}

/** The key of a menu whose code comes with its first use, so that the first screen need not wait for it. */
export function MenuKey({ label, className, face, menu }: MenuKeyProps) {
  const [isWanted, setWanted] = useState(false)
  const key = (onClick?: () => void) => (
    <ActionIcon className={className} w="auto" miw={44} aria-label={label} aria-haspopup="menu" onClick={onClick}>
      {face}
    </ActionIcon>
  )
  if (!isWanted) return key(() => setWanted(true))
  return <Suspense fallback={key()}>{menu(key())}</Suspense>
}
