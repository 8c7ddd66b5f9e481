import { IconEar, IconMicrophone, IconVolume } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useText } from '../../../platform/i18n.ts'
import { CommandItem } from '../../../ui/command-item.tsx'
import { SwitchItem } from '../../../ui/switch-item.tsx'
import { isHandsFreePath, setHandsFree, useHandsFree } from '../hands-free-state.ts'

/** Menu items of hands-free mode: the commands without an input, and the switch (specification, section 2). */
export function HandsFreeItems() {
  const text = useText()
  const isOn = useHandsFree()
  const isAllowed = useLocation({ select: ({ pathname }) => isHandsFreePath(pathname) })
  return (
    <>
      <CommandItem command="voice.open" icon={IconMicrophone} disabled={!isAllowed} />
      <CommandItem command="messages.read" icon={IconVolume} />
      <SwitchItem
        icon={<IconEar size={22} stroke={1.75} aria-hidden="true" />}
        checked={isOn && isAllowed}
        onChange={setHandsFree}
        disabled={!isAllowed}
        note={text(isAllowed ? 'handsFree.switchNote' : 'handsFree.switchOnRadio')}
      >
        {text('handsFree.switch')}
      </SwitchItem>
    </>
  )
}
