import { IconVolume, IconVolumeOff } from '@tabler/icons-react'
import { useText } from '../../../platform/language/i18n.ts'
import { SwitchItem } from '../../../ui/forms/switch-item.tsx'
import { useReadAloud } from '../use-read-aloud.ts'

/** The switch of reading aloud in the menu of a thread (specification, section 2). */
export function ReadAloudItem({ threadId }: { threadId: string }) {
  const text = useText()
  const { isOn, isKnown, isPending, toggle } = useReadAloud(threadId)
  const Icon = isOn ? IconVolume : IconVolumeOff
  return (
    <SwitchItem
      icon={<Icon size={22} stroke={1.75} aria-hidden="true" />}
      checked={isOn}
      disabled={!isKnown || isPending}
      onChange={toggle}
    >
      {text('speech.readAloud')}
    </SwitchItem>
  )
}
