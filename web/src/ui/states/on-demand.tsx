import { type ReactElement, type ReactNode, Suspense, useState } from 'react'

interface Props {
  /** Returns the button. Without `onClick`, the button belongs to the loaded content or waits for it. */
  button: (onClick?: () => void) => ReactElement
  /** Returns the content around the button: a lazy component that uses `useClickOnMount`. */
  content: () => ReactNode
}

/** A button whose menu or popover loads with the first click, so that the first screen does not wait for its code. */
export function OnDemand({ button, content }: Props) {
  const [isWanted, setWanted] = useState(false)
  if (!isWanted) return button(() => setWanted(true))
  return <Suspense fallback={button()}>{content()}</Suspense>
}
