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
 * Returns the editor state that the toolbar shows as one string. It changes only with the toolbar, so most key presses
 * do not render.
 */
const namesOf = (editor: Editor): string => {
  const active = NAMES.filter((name) => editor.isActive(name))
  for (const level of [1, 2, 3]) if (editor.isActive('heading', { level })) active.push(`heading${level}`)
  if (undoDepth(editor.state) > 0) active.push('undo')
  if (redoDepth(editor.state) > 0) active.push('redo')
  return active.join(' ')
}

/**
 * Returns the names of the active marks and blocks at the cursor, `heading1` to `heading3`, and `undo` and `redo` if
 * available.
 */
export function useActive(editor: Editor): ReadonlySet<string> {
  const cached = useRef<{ names: string; set: ReadonlySet<string> }>({ names: '', set: new Set() })
  const subscribe = useCallback(
    (listener: () => void) => {
      editor.on('transaction', listener)
      return () => void editor.off('transaction', listener)
    },
    [editor],
  )
  return useSyncExternalStore(subscribe, () => {
    if (editor.isDestroyed) return cached.current.set
    const names = namesOf(editor)
    if (names !== cached.current.names) cached.current = { names, set: new Set(names.split(' ')) }
    return cached.current.set
  })
}
