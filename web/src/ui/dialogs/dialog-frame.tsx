// The parts of `Modal` instead of `Modal`, which would add a scroll area that no dialog uses.
import { ModalBody, ModalCloseButton, ModalContent, ModalOverlay, ModalRoot, ModalTitle } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useText } from '../../platform/language/i18n.ts'
import css from './dialog.module.css'
import { closeSuccessToast } from '../states/toast.tsx'
import { useReturnFocus } from './use-return-focus.ts'

interface DialogFrameProps {
  isOpen: boolean
  onClose: () => void
  title: string
  /** A confirmation is open above this dialog and receives Escape. */
  isCovered?: boolean
  children: ReactNode
}

/** A centred dialog on desktops; a sheet at the bottom on phones. */
export function DialogFrame({ isOpen, onClose, title, isCovered = false, children }: DialogFrameProps) {
  const text = useText()
  useReturnFocus(isOpen)
  useEffect(() => {
    if (isOpen) closeSuccessToast()
  }, [isOpen])
  return (
    <ModalRoot
      opened={isOpen}
      onClose={onClose}
      closeOnEscape={!isCovered}
      returnFocus={false}
      classNames={{ inner: css.inner, content: css.content }}
    >
      <ModalOverlay />
      <ModalContent>
        {/* Not Mantine's header: screen readers would announce it as a second banner of the page. */}
        <div className={css.header}>
          <ModalTitle className={css.title}>{title}</ModalTitle>
          <ModalCloseButton aria-label={text('chrome.close')} size={44} />
        </div>
        <ModalBody className={css.body}>{children}</ModalBody>
      </ModalContent>
    </ModalRoot>
  )
}
