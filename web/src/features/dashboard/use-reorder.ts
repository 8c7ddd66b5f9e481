import { type PointerEvent, type RefObject, useState } from 'react'
import { moveItem, dropIndex } from './order.ts'

/** Pixels from the edge of the pane within which a dragged row scrolls the pane. */
const EDGE = 90
/** Pixels that one pointer move scrolls the pane. */
const STEP = 14

interface ReorderOptions {
  readonly list: RefObject<HTMLElement | null>
  readonly ids: readonly string[]
  /** Called once, when a row is dropped. */
  readonly onOrder: (ids: string[], movedId: string) => void
}

/** Reorders the rows of a list by dragging. */
export function useReorder({ list, ids, onOrder }: ReorderOptions) {
  const [drag, setDrag] = useState<{ readonly id: string; readonly ids: readonly string[] } | null>(null)

  const middles = () =>
    Array.from(list.current?.children ?? [], (row) => {
      const { top, height } = row.getBoundingClientRect()
      return top + height / 2
    })
  const onMove = ({ clientY }: PointerEvent) => {
    if (!drag) return
    const pane = list.current?.closest('main')
    const { top, bottom } = pane?.getBoundingClientRect() ?? { top: 0, bottom: 0 }
    if (clientY < top + EDGE) pane?.scrollBy(0, -STEP)
    else if (clientY > bottom - EDGE) pane?.scrollBy(0, STEP)
    const from = drag.ids.indexOf(drag.id)
    const to = dropIndex(middles(), from, clientY)
    if (to !== from) setDrag({ ...drag, ids: moveItem(drag.ids, from, to) })
  }
  const onDrop = () => {
    if (drag?.ids.some((id, index) => id !== ids[index])) onOrder([...drag.ids], drag.id)
    setDrag(null)
  }
  return {
    shownIds: drag?.ids ?? ids,
    draggedId: drag?.id,
    /** Event handlers of a row's handle. */
    handle: (id: string) => ({
      onPointerDown: (event: PointerEvent) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrag({ id, ids })
      },
      onPointerMove: onMove,
      onPointerUp: onDrop,
      onPointerCancel: () => setDrag(null),
    }),
  }
}
