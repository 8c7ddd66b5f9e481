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
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': words('chrome.close'), size: 44 }}
      classNames={{ inner: css.inner, content: css.content, header: css.header, title: css.title, body: css.body }}
    >
      {children}
    </Modal>
  )
}
