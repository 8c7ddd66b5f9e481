import { Skeleton } from '@mantine/core'
import { type ComponentType, useEffect, useState } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import { retryUntilLoaded } from '../../../ui/states/lazy-content.tsx'
import type { PageEditorProps } from './page-editor.tsx'

let loaded: ComponentType<PageEditorProps> | null = null

// Starts to load with the screens that use it: it is their largest part.
const loading = retryUntilLoaded(() => import('./page-editor.tsx')).then(({ PageEditor }) => {
  loaded = PageEditor
})

/**
 * Loads the editor in a chunk of its own, so that readers do not wait for it. Not with Suspense, which shows a fallback
 * for min 300 ms.
 */
export function LazyEditor(props: PageEditorProps) {
  const text = useText()
  const [Editor, setEditor] = useState(() => loaded)
  useEffect(() => void loading.then(() => setEditor(() => loaded)), [])
  if (Editor) return <Editor {...props} />
  return (
    <output aria-label={text('chrome.loading')}>
      <Skeleton height={420} radius="var(--n-radius-4)" />
    </output>
  )
}
