import { Menu } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { useText } from '../../../platform/i18n.ts'
import { onStored, readStored, storageKeys, writeStored } from '../../../platform/storage.ts'

const subscribe = (listener: () => void) => onStored(storageKeys.readAlarms, listener)
const isOn = () => readStored(storageKeys.readAlarms) !== null

/** Menu item for the setting of this device that alarms are read aloud. */
export function ReadAlarmsItem() {
  const text = useText()
  const checked = useSyncExternalStore(subscribe, isOn)
  return (
    <Menu.CheckboxItem checked={checked} onChange={(on) => writeStored(storageKeys.readAlarms, on ? 'on' : null)}>
      {text('alerts.readAloud')}
    </Menu.CheckboxItem>
  )
}
