import { Button } from '@mantine/core'
import { createContext, type ReactNode, use } from 'react'
import { useText } from '../../platform/language/i18n.ts'
import { DialogFrame } from './dialog-frame.tsx'
import { useUnsavedGuard } from '../forms/unsaved-guard.tsx'

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

interface DialogActions {
  readonly close: () => void
  readonly ask: (discard: () => void) => void
}

const ActionsContext = createContext<DialogActions>({ close: () => undefined, ask: (discard) => discard() })

/** The Cancel button of a {@link Dialog}. It asks first, as Escape does. */
export function CancelButton() {
  const text = useText()
  return (
    <Button variant="default" onClick={use(ActionsContext).close}>
      {text('chrome.cancel')}
    </Button>
  )
}

/** Returns a function that asks before the {@link Dialog} around discards a part of its content. */
export const useAsk = () => use(ActionsContext).ask

/** A button that discards the content of a {@link Dialog} and leaves it open. It asks first, as Escape does. */
export function DiscardButton({ onDiscard }: { onDiscard: () => void }) {
  const text = useText()
  const ask = useAsk()
  return (
    <Button variant="default" onClick={() => ask(onDiscard)}>
      {text('media.discard')}
    </Button>
  )
}

/** A dialog that discards nothing without a confirmation. */
export function Dialog({ isOpen, onClose, title, hasUnsaved = false, isLocked = false, children }: DialogProps) {
  const { leave, ask, isAsking, question } = useUnsavedGuard(hasUnsaved, onClose)
  const close = () => {
    if (!isLocked) leave()
  }
  return (
    <ActionsContext value={{ close, ask }}>
      <DialogFrame isOpen={isOpen} onClose={close} title={title} isCovered={isAsking}>
        {children}
      </DialogFrame>
      {question}
    </ActionsContext>
  )
}
