import { Menu } from '@mantine/core'
import { IconCheck, IconSpeakerphone } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { useText } from '../../../platform/i18n.ts'
import { onStored, readStored, storageKeys, writeStored } from '../../../platform/storage.ts'

const subscribe = (listener: () => void) => onStored(storageKeys.readAlarms, listener)
const isOn = () => readStored(storageKeys.readAlarms) !== null

/** Menu item for the setting of this device that alarms are read aloud. */
export function ReadAlarmsItem() {
  const text = useText()
  const isChecked = useSyncExternalStore(subscribe, isOn)
  return (
    <Menu.Item
      role="menuitemcheckbox"
      aria-checked={isChecked}
      closeMenuOnClick={false}
      leftSection={<IconSpeakerphone size={22} stroke={1.75} />}
      rightSection={isChecked && <IconCheck size={18} stroke={2.25} />}
      onClick={() => writeStored(storageKeys.readAlarms, isChecked ? null : 'on')}
    >
      {text('alerts.readAloud')}
    </Menu.Item>
  )
}
