import { Button, TextInput } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useRef } from 'react'
import { useText } from '../../../platform/i18n.ts'
import { toastSuccess, toastWarning } from '../../../ui/toast.tsx'
import css from './copy-line.module.css'

/** The clipboard where the page is secure; on plain http the selection, which the browser copies by itself. */
async function copy(field: HTMLInputElement): Promise<boolean> {
  field.select()
  try {
    await navigator.clipboard.writeText(field.value)
    return true
  } catch {
    return document.execCommand('copy') // no clipboard here, or it was refused: the old way
  }
}

/** A link that is told once, with a key that copies it. A path belongs behind this page's own origin. */
export function CopyLine({ link }: { link: string }) {
  const text = useText()
  const field = useRef<HTMLInputElement>(null)
  const onCopy = async () => {
    if (field.current && (await copy(field.current))) toastSuccess('admin.copied')
    else toastWarning('admin.copyFailed')
  }
  return (
    <div className={css.line}>
      <TextInput
        ref={field}
        label={text('admin.link')}
        value={new URL(link, window.location.origin).href}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button leftSection={<IconCopy size={20} stroke={1.75} aria-hidden="true" />} onClick={() => void onCopy()}>
        {text('admin.copy')}
      </Button>
      <p>{text('admin.shownOnce')}</p>
    </div>
  )
}
