import { Button } from '@mantine/core'
import type { CommandRecipient } from '@noroshi/contract/hands-free/hands-free.http'
import { useText } from '../../../platform/language/i18n.ts'
import { useFocusOnMount } from './use-focus-on-mount.ts'
import css from './voice-dialog.module.css'

interface Props {
  choices: readonly CommandRecipient[]
  onChoose: (choice: CommandRecipient) => void
}

/** The question which of several contacts with the same name is meant. */
export function VoiceChoices({ choices, onChoose }: Props) {
  const text = useText()
  const question = useFocusOnMount<HTMLHeadingElement>()
  return (
    <>
      <h3 ref={question} tabIndex={-1} className={css.question}>
        {text('handsFree.choose')}
      </h3>
      <div className={css.choices} data-toast-clear>
        {choices.map((choice) => (
          <Button
            key={choice.recipientUserId ?? choice.messageThreadId}
            variant="default"
            translate="no"
            onClick={() => onChoose(choice)}
          >
            {choice.name}
          </Button>
        ))}
      </div>
    </>
  )
}
