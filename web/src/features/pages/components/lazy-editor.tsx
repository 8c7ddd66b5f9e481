import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useText } from '../../../platform/i18n.ts'
import { untilLoaded } from '../../../ui/later.tsx'
import type { PageEditorProps } from './page-editor.tsx'

// Asked for with the screens that have it, not after them: it is the largest part of what they wait for.
const loading = untilLoaded(() => import('./page-editor.tsx'))

const PageEditor = lazy(async () => ({ default: (await loading).PageEditor }))

/** The editor comes by itself, in a file of its own: nobody who reads waits for it. */
export function LazyEditor(props: PageEditorProps) {
  const text = useText()
  const skeleton = (
    <output aria-label={text('chrome.loading')}>
      <Skeleton height={420} radius={16} />
    </output>
  )
  return (
    <Suspense fallback={skeleton}>
      <PageEditor {...props} />
    </Suspense>
  )
}
