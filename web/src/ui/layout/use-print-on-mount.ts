import { useEffect, useEffectEvent } from 'react'

/** Prints the page once the component is rendered. @param onPrinted called when the dialog of the browser is closed */
export function usePrintOnMount(onPrinted: () => void): void {
  const print = useEffectEvent(() => {
    // It returns when the dialog is closed.
    window.print()
    onPrinted()
  })
  useEffect(() => {
    // After the frame that shows the button as busy.
    const timer = setTimeout(print)
    return () => clearTimeout(timer)
  }, [])
}
