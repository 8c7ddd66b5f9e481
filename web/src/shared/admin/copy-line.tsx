import { Button, TextInput } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { lazy, Suspense, useRef } from 'react'
import { useText } from '../../platform/language/i18n.ts'
import { copyField } from '../../ui/forms/copy-field.ts'
import { Notice } from '../../ui/states/notice.tsx'
import { toastSuccess, toastWarning } from '../../ui/states/toast.tsx'
import { linkForOthers, type OwnLink } from './link-for-others.ts'
import css from './copy-line.module.css'

const QrCode = lazy(() => import('../../ui/media/qr-code.tsx').then(({ QrCode: code }) => ({ default: code })))

/** A link for another device that is shown once, with its QR code and a button that copies it. */
export function CopyLine({ ownLink }: { ownLink: OwnLink }) {
  const text = useText()
  const field = useRef<HTMLInputElement>(null)
  const { url, isReachable } = linkForOthers(ownLink, window.location.href)
  const onCopy = async () => {
    if (field.current && (await copyField(field.current))) toastSuccess('admin.copied')
    else toastWarning('admin.copyFailed')
  }
  return (
    <div className={css.line}>
      {isReachable ? (
        <div className={css.qr}>
          <Suspense>
            <QrCode address={url} label={text('admin.linkQr')} />
          </Suspense>
        </div>
      ) : (
        <Notice>{text('admin.linkUnreachable')}</Notice>
      )}
      <TextInput
        ref={field}
        label={text('admin.link')}
        value={url}
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
