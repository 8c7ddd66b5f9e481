import { type ReactNode, useCallback, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { createObservable, useObservable } from '../../platform/observable.ts'
import css from './top-slot.module.css'

/** The slots of the window and of the dialogs that cover it; the last one is visible. */
const slots = createObservable<readonly HTMLElement[]>([])

/**
 * The place of {@link TopBars} at the top of the window, or of a dialog that covers it. Put one first in each element
 * that covers the window.
 */
export function TopSlot({ isWindow = false }: { isWindow?: boolean }) {
  const register = useCallback((slot: HTMLElement | null) => {
    if (!slot) return
    slots.set([...slots.get(), slot])
    return () => slots.set(slots.get().filter((each) => each !== slot))
  }, [])
  return <div ref={register} className={css.slot} data-top-slot={isWindow ? 'window' : 'dialog'} />
}

function createHost(order: number): HTMLElement {
  const host = document.createElement('div')
  host.style.order = String(order)
  return host
}

/**
 * Shows bars in the visible {@link TopSlot}: nothing covers them, and they keep their state when a dialog opens or
 * closes.
 * @param order bars with a lower number are above the others
 */
export function TopBars({ order, children }: { order: number; children: ReactNode }) {
  const slot = useObservable(slots, (all) => all.at(-1) ?? null)
  // A portal into another element would mount its content again. This element moves instead.
  const [host] = useState(() => createHost(order))
  useLayoutEffect(() => {
    const focused = host.contains(document.activeElement) ? document.activeElement : null
    slot?.append(host)
    // A move takes the focus away. A dialog that opens moves the focus itself.
    if (focused instanceof HTMLElement && document.activeElement === document.body) focused.focus({ preventScroll: true })
  }, [host, slot])
  useLayoutEffect(() => () => host.remove(), [host])
  return createPortal(children, host)
}
