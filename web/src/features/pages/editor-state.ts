import type { Editor } from '@tiptap/core'
import { redoDepth, undoDepth } from '@tiptap/pm/history'
import { useCallback, useRef, useSyncExternalStore } from 'react'

const NAMES = [
  'bold',
  'italic',
  'underline',
  'strike',
  'code',
  'link',
  'bulletList',
  'orderedList',
  'blockquote',
  'table',
  'image',
  'paragraph',
]

/**
 * What the toolbar shows of an editor, as a string that changes only when the toolbar does: React stays out of each key press.
 */
const namesOf = (editor: Editor): string => {
  const active = NAMES.filter((name) => editor.isActive(name))
  for (const level of [1, 2, 3]) if (editor.isActive('heading', { level })) active.push(`heading${level}`)
  if (undoDepth(editor.state) > 0) active.push('undo')
  if (redoDepth(editor.state) > 0) active.push('redo')
  return active.join(' ')
}

/** The names of what holds at the cursor: marks, blocks, `heading2`, `undo` and `redo` where there is something to undo. */
export function useActive(editor: Editor): ReadonlySet<string> {
  const known = useRef<{ names: string; set: ReadonlySet<string> }>({ names: '', set: new Set() })
  const watch = useCallback(
    (listener: () => void) => {
      editor.on('transaction', listener)
      return () => void editor.off('transaction', listener)
    },
    [editor],
  )
  return useSyncExternalStore(watch, () => {
    if (editor.isDestroyed) return known.current.set
    const names = namesOf(editor)
    if (names !== known.current.names) known.current = { names, set: new Set(names.split(' ')) }
    return known.current.set
  })
}
