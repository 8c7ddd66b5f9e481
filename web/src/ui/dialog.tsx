import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../platform/i18n.ts'
import css from './dialog.module.css'

interface DialogProps {
  isOpen: boolean
  onClose: () => void
  title: string
  children: ReactNode
}

/** A dialog in the middle of a desktop, a sheet at the foot of a phone. */
export function Dialog({ isOpen, onClose, title, children }: DialogProps) {
  const words = useText()
  return (
    <Modal.Root opened={isOpen} onClose={onClose} classNames={{ inner: css.inner, content: css.content }}>
      <Modal.Overlay />
      <Modal.Content>
        {/* Not Mantine's own header: to a screen reader that would be a second banner of the page. */}
        <div className={css.header}>
          <Modal.Title className={css.title}>{title}</Modal.Title>
          <Modal.CloseButton aria-label={words('chrome.close')} size={44} />
        </div>
        <Modal.Body className={css.body}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
