import { Menu } from '@mantine/core'
import { IconEar, IconMicrophone } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { commandOf } from '../../../platform/commands/commands.ts'
import { useText } from '../../../platform/i18n.ts'
import { isHandsFreePath, setHandsFree, useHandsFree } from '../hands-free-state.ts'
import css from './hands-free-items.module.css'

/** Menu items of hands-free mode: the dialog of voice commands, and the switch (specification, section 2). */
export function HandsFreeItems() {
  const text = useText()
  const isOn = useHandsFree()
  const isAllowed = useLocation({ select: ({ pathname }) => isHandsFreePath(pathname) })
  const open = commandOf('voice.open')
  return (
    <>
      {open && (
        <Menu.Item
          leftSection={<IconMicrophone size={22} stroke={1.75} />}
          disabled={!isAllowed}
          aria-keyshortcuts="Alt+Shift+V"
          onClick={() => void open.run(undefined)}
        >
          {text(open.label)}
        </Menu.Item>
      )}
      <Menu.CheckboxItem
        checked={isOn && isAllowed}
        onChange={setHandsFree}
        disabled={!isAllowed}
        rightSection={<span className={css.switch} data-on={(isOn && isAllowed) || undefined} aria-hidden="true" />}
        checkIcon={<IconEar size={22} stroke={1.75} />}
      >
        {text('handsFree.switch')}
        <small className={css.note}>{text(isAllowed ? 'handsFree.switchNote' : 'handsFree.switchOnRadio')}</small>
      </Menu.CheckboxItem>
    </>
  )
}
