// Not `Modal` whole: with it comes a scroll area that no dialog of ours has.
import { ModalBody, ModalCloseButton, ModalContent, ModalOverlay, ModalRoot, ModalTitle } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useText } from '../platform/i18n.ts'
import css from './dialog.module.css'
import { dropSuccess } from './toast.tsx'

interface DialogProps {
  isOpen: boolean
  onClose: () => void
  title: string
  children: ReactNode
}

/** A dialog in the middle of a desktop, a sheet at the foot of a phone. */
export function Dialog({ isOpen, onClose, title, children }: DialogProps) {
  const words = useText()
  useEffect(() => {
    if (isOpen) dropSuccess()
  }, [isOpen])
  return (
    <ModalRoot opened={isOpen} onClose={onClose} classNames={{ inner: css.inner, content: css.content }}>
      <ModalOverlay />
      <ModalContent>
        {/* Not Mantine's own header: to a screen reader that would be a second banner of the page. */}
        <div className={css.header}>
          <ModalTitle className={css.title}>{title}</ModalTitle>
          <ModalCloseButton aria-label={words('chrome.close')} size={44} />
        </div>
        <ModalBody className={css.body}>{children}</ModalBody>
      </ModalContent>
    </ModalRoot>
  )
}
