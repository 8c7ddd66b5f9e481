import { ActionIcon } from '@mantine/core'
import { IconVolume, IconVolumeOff } from '@tabler/icons-react'
import { useText } from '../../../platform/language/i18n.ts'
import { useReadAloud } from '../use-read-aloud.ts'
import css from './read-aloud.module.css'

/** The toggle of reading aloud, in the header of a radio chat (specification, section 2). */
export function ReadAloudButton({ threadId }: { threadId: string }) {
  const text = useText()
  const { isOn, isKnown, isPending, toggle } = useReadAloud(threadId)
  const Icon = isOn ? IconVolume : IconVolumeOff
  return (
    <ActionIcon
      className={css.toggle}
      aria-label={text('speech.readAloud')}
      aria-pressed={isOn}
      disabled={!isKnown}
      loading={isPending}
      onClick={toggle}
    >
      <Icon size={24} stroke={1.75} aria-hidden="true" />
    </ActionIcon>
  )
}
