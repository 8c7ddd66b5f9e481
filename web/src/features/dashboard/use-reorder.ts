import { type PointerEvent, useRef, useState } from 'react'
import { moved, placeAt } from './order.ts'

/** Pixels from the window's edge in which a dragged row scrolls the page, and how far each move scrolls it. */
const EDGE = 90
const STEP = 14

/** Rows that follow the finger; the new order is told once, when it is let go. */
export function useReorder(ids: readonly string[], onOrder: (ids: string[], movedId: string) => void) {
  const list = useRef<HTMLUListElement>(null)
  const [drag, setDrag] = useState<{ readonly id: string; readonly ids: readonly string[] } | null>(null)

  const middles = () =>
    Array.from(list.current?.children ?? [], (row) => {
      const { top, height } = row.getBoundingClientRect()
      return top + height / 2
    })
  const follow = ({ clientY }: PointerEvent) => {
    if (!drag) return
    if (clientY < EDGE) window.scrollBy(0, -STEP)
    else if (clientY > window.innerHeight - EDGE) window.scrollBy(0, STEP)
    const from = drag.ids.indexOf(drag.id)
    const to = placeAt(middles(), from, clientY)
    if (to !== from) setDrag({ ...drag, ids: moved(drag.ids, from, to) })
  }
  const drop = () => {
    if (drag?.ids.some((id, index) => id !== ids[index])) onOrder([...drag.ids], drag.id)
    setDrag(null)
  }
  return {
    list,
    shownIds: drag?.ids ?? ids,
    draggedId: drag?.id,
    /** What a row's handle needs. */
    handle: (id: string) => ({
      onPointerDown: (event: PointerEvent) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrag({ id, ids })
      },
      onPointerMove: follow,
      onPointerUp: drop,
      onPointerCancel: () => setDrag(null),
    }),
  }
}
