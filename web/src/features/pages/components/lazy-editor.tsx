import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useText } from '../../../platform/i18n.ts'
import { untilLoaded } from '../../../ui/later.tsx'
import type { PageEditorProps } from './page-editor.tsx'

const PageEditor = lazy(async () => {
  const { PageEditor: editor } = await untilLoaded(() => import('./page-editor.tsx'))
  return { default: editor }
})

/** The editor comes by itself, in a file of its own: nobody who reads waits for it. */
export function LazyEditor(props: PageEditorProps) {
  const text = useText()
  const loading = (
    <output aria-label={text('chrome.loading')}>
      <Skeleton height={420} radius={16} />
    </output>
  )
  return (
    <Suspense fallback={loading}>
      <PageEditor {...props} />
    </Suspense>
  )
}
