import { IconSpeakerphone } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import { onStored, readStored, storageKeys, writeStored } from '../../../platform/session/storage.ts'
import { SwitchItem } from '../../../ui/forms/switch-item.tsx'

const subscribe = (listener: () => void) => onStored(storageKeys.readAlarms, listener)
const isOn = () => readStored(storageKeys.readAlarms) !== null

/** Menu item for the setting of this device that alarms are read aloud. */
export function ReadAlarmsItem() {
  const text = useText()
  const isChecked = useSyncExternalStore(subscribe, isOn)
  return (
    <SwitchItem
      icon={<IconSpeakerphone size={22} stroke={1.75} aria-hidden="true" />}
      checked={isChecked}
      onChange={(checked) => writeStored(storageKeys.readAlarms, checked ? 'on' : null)}
    >
      {text('alerts.readAloud')}
    </SwitchItem>
  )
}
