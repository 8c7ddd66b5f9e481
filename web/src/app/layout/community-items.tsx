import { Menu } from '@mantine/core'
import { IconHeartHandshake, IconUserCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useText } from '../../platform/language/i18n.ts'
import { paths } from '../../platform/paths/paths.ts'

/** The roll-calls and the needs board in the menu of signed-in users. */
export function CommunityItems() {
  const text = useText()
  return (
    <>
      <Menu.Item component={Link} to={paths.rollCalls} leftSection={<IconUserCheck size={22} stroke={1.75} />}>
        {text('rollCalls.title')}
      </Menu.Item>
      <Menu.Item component={Link} to={paths.needs} leftSection={<IconHeartHandshake size={22} stroke={1.75} />}>
        {text('needs.title')}
      </Menu.Item>
    </>
  )
}
