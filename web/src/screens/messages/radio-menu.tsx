import { ActionIcon, Menu } from '@mantine/core'
import { IconDotsVertical, IconHistory } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { HandsFreeItems } from '../../features/hands-free/components/hands-free-items.tsx'
import { useText } from '../../platform/language/i18n.ts'
import { paths } from '../../platform/paths/paths.ts'

interface Props {
  /** The thread whose history the menu opens; null on the history itself. */
  historyOf: string | null
}

/** The menu of the pages of a radio chat, with the switch of hands-free mode, which is disabled there (specification, section 2). */
export function RadioMenu({ historyOf }: Props) {
  const text = useText()
  return (
    <Menu position="bottom-end" returnFocus withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon aria-label={text('chrome.menu')}>
          <IconDotsVertical size={24} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {historyOf !== null && (
          <Menu.Item
            renderRoot={(props) => <Link {...props} to={paths.radioHistory} params={{ messageThreadId: historyOf }} />}
            leftSection={<IconHistory size={22} stroke={1.75} aria-hidden="true" />}
          >
            {text('radio.history')}
          </Menu.Item>
        )}
        <HandsFreeItems />
      </Menu.Dropdown>
    </Menu>
  )
}
