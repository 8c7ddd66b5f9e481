import { Button, TextInput } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useRef } from 'react'
import { useText } from '../../../platform/i18n.ts'
import { copyField } from '../../../ui/copy-field.ts'
import { toastSuccess, toastWarning } from '../../../ui/toast.tsx'
import css from './copy-line.module.css'

/** A link that is shown once, with a button that copies it. `link` is a URL, or a path of this origin. */
export function CopyLine({ link }: { link: string }) {
  const text = useText()
  const field = useRef<HTMLInputElement>(null)
  const onCopy = async () => {
    if (field.current && (await copyField(field.current))) toastSuccess('admin.copied')
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
