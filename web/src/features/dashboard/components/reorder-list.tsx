import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useText } from '../../../platform/i18n.ts'
import { moved } from '../order.ts'
import { useReorder } from '../use-reorder.ts'
import css from './reorder-list.module.css'

interface Row {
  readonly id: string
  /** How the row is called aloud. */
  readonly name: string
  /** Between the handle and the keys. */
  readonly face: ReactNode
  /** Right of the keys that move it. */
  readonly keys: ReactNode
  /** Under both. */
  readonly more?: ReactNode
}

interface Props {
  label: string
  rows: readonly Row[]
  onOrder: (ids: string[]) => void
}

/** A list that one puts in order: by dragging, or by keys that say where the row stands now. */
export function ReorderList({ label, rows, onOrder }: Props) {
  const text = useText()
  const [said, setSaid] = useState('')
  const ids = rows.map(({ id }) => id)
  const say = (id: string, order: readonly string[]) => {
    const name = rows.find((row) => row.id === id)?.name ?? ''
    setSaid(text('dashboard.moved', { name, position: order.indexOf(id) + 1, count: order.length }))
  }
  const { list, shownIds, draggedId, handle } = useReorder(ids, (order, movedId) => {
    say(movedId, order)
    onOrder(order)
  })
  const keepFocus = useFocusAfterMove(list)

  const step = (id: string, by: -1 | 1) => {
    const from = ids.indexOf(id)
    if (ids[from + by] === undefined) return
    const order = moved(ids, from, from + by)
    keepFocus(id, by)
    say(id, order)
    onOrder(order)
  }
  return (
    <>
      <ul ref={list} className={css.list} aria-label={label}>
        {shownIds.map((id, at) => {
          const row = rows.find((one) => one.id === id)
          return (
            row && (
              <li key={id} data-id={id} data-dragged={id === draggedId || undefined}>
                <div className={css.row}>
                  <span className={css.handle} aria-hidden="true" {...handle(id)}>
                    <IconGripVertical size={22} stroke={1.75} />
                  </span>
                  <div className={css.face}>{row.face}</div>
                  <div className={css.keys}>
                    <MoveKey by={-1} name={row.name} isEnd={at === 0} onMove={() => step(id, -1)} />
                    <MoveKey by={1} name={row.name} isEnd={at === rows.length - 1} onMove={() => step(id, 1)} />
                    {row.keys}
                  </div>
                </div>
                {row.more}
              </li>
            )
          )
        })}
      </ul>
      <output className="visually-hidden">{said}</output>
    </>
  )
}

function MoveKey({ by, name, isEnd, onMove }: { by: -1 | 1; name: string; isEnd: boolean; onMove: () => void }) {
  const text = useText()
  const Icon = by === -1 ? IconArrowUp : IconArrowDown
  return (
    <ActionIcon
      data-step={by}
      className={css.step}
      aria-disabled={isEnd}
      aria-label={text(by === -1 ? 'dashboard.moveUp' : 'dashboard.moveDown', { name })}
      onClick={onMove}
    >
      <Icon size={20} stroke={2} aria-hidden="true" />
    </ActionIcon>
  )
}

/** A row that changes its place in the page loses the focus: it comes back to the key that moved it. */
function useFocusAfterMove(list: { readonly current: HTMLElement | null }) {
  const wanted = useRef<string | null>(null)
  useEffect(() => {
    if (wanted.current === null) return
    list.current?.querySelector<HTMLElement>(wanted.current)?.focus()
    wanted.current = null
  })
  return (id: string, by: -1 | 1) => {
    wanted.current = `[data-id="${id}"] > div [data-step="${by}"]`
  }
}
