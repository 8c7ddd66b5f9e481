import { ActionIcon } from '@mantine/core'
import { IconVolume, IconVolumeOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../platform/i18n.ts'
import { useSetReadAloud } from '../messaging.changes.ts'
import { readAloudQuery } from '../messaging.queries.ts'
import css from './read-aloud.module.css'

/** The toggle of reading aloud, in the header of a thread (specification, section 2). */
export function ReadAloudButton({ threadId }: { threadId: string }) {
  const text = useText()
  const { data } = useQuery(readAloudQuery)
  const { mutate, isPending } = useSetReadAloud(threadId)
  const isOn = data?.threadIds.includes(threadId) ?? false
  const Icon = isOn ? IconVolume : IconVolumeOff
  return (
    <ActionIcon
      className={css.toggle}
      aria-label={text('speech.readAloud')}
      aria-pressed={isOn}
      disabled={!data}
      loading={isPending}
      onClick={() => mutate(!isOn)}
    >
      <Icon size={24} stroke={1.75} aria-hidden="true" />
    </ActionIcon>
  )
}
