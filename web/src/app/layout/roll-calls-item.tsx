import { Menu } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useText } from '../../platform/language/i18n.ts'
import { paths } from '../../platform/paths/paths.ts'

/** The roll-calls in the menu of signed-in users. */
export function RollCallsItem() {
  const text = useText()
  return (
    <Menu.Item component={Link} to={paths.rollCalls} leftSection={<IconUserCheck size={22} stroke={1.75} />}>
      {text('rollCalls.title')}
    </Menu.Item>
  )
}
