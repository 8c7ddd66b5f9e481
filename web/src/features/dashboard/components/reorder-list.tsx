import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import { notifyManager } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useText } from '../../../platform/language/i18n.ts'
import { moveItem, sortByIds } from '../order.ts'
import { useReorder } from '../use-reorder.ts'
import css from './reorder-list.module.css'

interface Row {
  readonly id: string
  /** The accessible name of the row. */
  readonly name: string
  /** Content between the handle and the buttons. */
  readonly summary: ReactNode
  /** Buttons to the right of the move buttons. */
  readonly buttons: ReactNode
  /** Content below the row. */
  readonly more?: ReactNode
}

interface Props {
  label: string
  rows: readonly Row[]
  /** The newest order that is not confirmed yet; null: the order of `rows`. */
  newest: readonly string[] | null
  /** Resolves when `rows` have the new order, or rejects. */
  onOrder: (ids: readonly string[]) => Promise<unknown>
}

/**
 * A list that is reordered by dragging or by buttons. It shows the newest order at once, also while the server confirms
 * an earlier one. A screen reader announces the new position.
 */
export function ReorderList({ label, rows: confirmed, newest, onOrder }: Props) {
  const text = useText()
  const list = useRef<HTMLUListElement>(null)
  const [announcement, setAnnouncement] = useState('')
  /** The order that was chosen here. `newest` follows a moment later, and is known after the list was closed too. */
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const shown = chosen ?? newest
  const rows = shown === null ? confirmed : sortByIds(confirmed, shown)
  const ids = rows.map(({ id }) => id)
  const announce = (id: string, order: readonly string[]) => {
    const name = rows.find((row) => row.id === id)?.name ?? ''
    setAnnouncement(text('dashboard.moved', { name, position: order.indexOf(id) + 1, count: order.length }))
  }
  const change = (order: readonly string[], movedId: string) => {
    announce(movedId, order)
    keepFocus(list.current, () => setChosen(order))
    const end = () => keepFocus(list.current, () => setChosen((current) => (current === order ? null : current)))
    const endLater = () => notifyManager.schedule(end) // `rows` change in the same queue
    onOrder(order).then(endLater, endLater) // the mutation cache shows an error
  }
  const { shownIds, draggedId, handle } = useReorder({ list, ids, onOrder: change })

  const step = (id: string, by: -1 | 1) => {
    const from = ids.indexOf(id)
    if (ids[from + by] === undefined) return
    const order = moveItem(ids, from, from + by)
    change(order, id)
  }
  return (
    <>
      <ul ref={list} className={css.list} aria-label={label}>
        {shownIds.map((id, index) => {
          const row = rows.find((each) => each.id === id)
          return (
            row && (
              <li key={id} data-id={id} data-dragged={id === draggedId || undefined}>
                <div className={css.row}>
                  <span className={css.handle} aria-hidden="true" {...handle(id)}>
                    <IconGripVertical size={22} stroke={1.75} />
                  </span>
                  <div className={css.summary}>{row.summary}</div>
                  <div className={css.buttons}>
                    <MoveButton by={-1} name={row.name} isEnd={index === 0} onMove={() => step(id, -1)} />
                    <MoveButton by={1} name={row.name} isEnd={index === rows.length - 1} onMove={() => step(id, 1)} />
                    {row.buttons}
                  </div>
                </div>
                {row.more}
              </li>
            )
          )
        })}
      </ul>
      <output className="visually-hidden">{announcement}</output>
    </>
  )
}

function MoveButton({ by, name, isEnd, onMove }: { by: -1 | 1; name: string; isEnd: boolean; onMove: () => void }) {
  const text = useText()
  const Icon = by === -1 ? IconArrowUp : IconArrowDown
  return (
    <ActionIcon
      className={css.step}
      aria-disabled={isEnd}
      aria-label={text(by === -1 ? 'dashboard.moveUp' : 'dashboard.moveDown', { name })}
      onClick={onMove}
    >
      <Icon size={20} stroke={2} aria-hidden="true" />
    </ActionIcon>
  )
}

/** Renders a new order. A row that moves in the document loses the focus, which is given back. */
function keepFocus(list: HTMLElement | null, update: () => void) {
  const focused = list?.querySelector<HTMLElement>(':focus')
  flushSync(update)
  if (document.activeElement === document.body) focused?.focus()
}
