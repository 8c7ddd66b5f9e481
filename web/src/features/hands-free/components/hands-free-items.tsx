import { Menu } from '@mantine/core'
import { IconEar, IconMicrophone, IconVolume } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { commandOf, shortcutOf } from '../../../platform/commands/commands.ts'
import { useCommand } from '../../../platform/commands/use-command.ts'
import { useText } from '../../../platform/i18n.ts'
import { SwitchItem } from '../../../ui/switch-item.tsx'
import { isHandsFreePath, setHandsFree, useHandsFree } from '../hands-free-state.ts'

/** Menu items of hands-free mode: the commands without an input, and the switch (specification, section 2). */
export function HandsFreeItems() {
  const text = useText()
  const isOn = useHandsFree()
  const isAllowed = useLocation({ select: ({ pathname }) => isHandsFreePath(pathname) })
  const open = commandOf('voice.open')
  const read = commandOf('messages.read')
  const opening = useCommand('voice.open')
  const reading = useCommand('messages.read')
  return (
    <>
      {open && (
        <Menu.Item
          leftSection={<IconMicrophone size={22} stroke={1.75} />}
          disabled={!isAllowed}
          aria-keyshortcuts={shortcutOf(open.id)}
          onClick={() => opening.run(undefined)}
        >
          {text(open.label)}
        </Menu.Item>
      )}
      {read && (
        <Menu.Item
          leftSection={<IconVolume size={22} stroke={1.75} />}
          aria-keyshortcuts={shortcutOf(read.id)}
          onClick={() => reading.run(undefined)}
        >
          {text(read.label)}
        </Menu.Item>
      )}
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
