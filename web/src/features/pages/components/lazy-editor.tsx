import { Skeleton } from '@mantine/core'
import { type ComponentType, useEffect, useState } from 'react'
import { useText } from '../../../platform/i18n.ts'
import { untilLoaded } from '../../../ui/later.tsx'
import type { PageEditorProps } from './page-editor.tsx'

let loaded: ComponentType<PageEditorProps> | null = null

// Asked for with the screens that have it, not after them: it is the largest part of what they wait for.
const loading = untilLoaded(() => import('./page-editor.tsx')).then(({ PageEditor }) => {
  loaded = PageEditor
})

/**
 * The editor comes by itself, in a file of its own: nobody who reads waits for it. Without Suspense, which holds back what takes the place
 * of a fallback until that was seen for 300 ms.
 */
export function LazyEditor(props: PageEditorProps) {
  const text = useText()
  const [Editor, setEditor] = useState(() => loaded)
  useEffect(() => void loading.then(() => setEditor(() => loaded)), [])
  if (Editor) return <Editor {...props} />
  return (
    <output aria-label={text('chrome.loading')}>
      <Skeleton height={420} radius={16} />
    </output>
  )
}
