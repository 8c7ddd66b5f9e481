import { Button } from '@mantine/core'
import { IconMicrophone, IconMicrophoneOff } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useCommand } from '../../../platform/commands/use-command.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { isHandsFreePath, useWakeMicrophone } from '../hands-free-state.ts'
import css from './hands-free-banner.module.css'

/**
 * The banner of hands-free mode below the top bar: whether the microphone is open for the wake word, and the dialog's
 * button.
 */
export function HandsFreeBanner() {
  const text = useText()
  const { run } = useCommand('voice.open')
  const isOpen = useWakeMicrophone()
  const isAllowed = useLocation({ select: ({ pathname }) => isHandsFreePath(pathname) })
  if (!isAllowed) return null
  const Icon = isOpen ? IconMicrophone : IconMicrophoneOff
  return (
    <div className={css.banner} data-open={isOpen || undefined}>
      <Icon size={20} stroke={2} aria-hidden="true" />
      <p role="status">{text(isOpen ? 'handsFree.waitingForWakeWord' : 'handsFree.microphoneClosed')}</p>
      <Button variant="light" size="compact-md" mih={44} onClick={() => run(undefined)}>
        {text('handsFree.title')}
      </Button>
    </div>
  )
}
