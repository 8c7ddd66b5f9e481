import { Button } from '@mantine/core'
import { createContext, type ReactNode, use } from 'react'
import { useText } from '../platform/i18n.ts'
import { DialogFrame } from './dialog-frame.tsx'
import { useUnsavedGuard } from './unsaved-guard.tsx'

interface DialogProps {
  isOpen: boolean
  onClose: () => void
  title: string
  /** It contains text, files or a recording that only memory has: closing it or leaving the page asks first. */
  hasUnsaved?: boolean
  /** Its content is being sent: it does not close. */
  isLocked?: boolean
  children: ReactNode
}

const CloseContext = createContext<() => void>(() => undefined)

/** The Cancel button of a {@link Dialog}. It asks first, as Escape does. */
export function CancelButton() {
  const text = useText()
  return (
    <Button variant="default" onClick={use(CloseContext)}>
      {text('chrome.cancel')}
    </Button>
  )
}

/** A dialog that discards nothing without a confirmation. */
export function Dialog({ isOpen, onClose, title, hasUnsaved = false, isLocked = false, children }: DialogProps) {
  const { leave, isAsking, question } = useUnsavedGuard(hasUnsaved, onClose)
  const close = () => {
    if (!isLocked) leave()
  }
  return (
    <CloseContext value={close}>
      <DialogFrame isOpen={isOpen} onClose={close} title={title} isCovered={isAsking}>
        {children}
      </DialogFrame>
      {question}
    </CloseContext>
  )
}
