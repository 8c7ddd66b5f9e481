import { Menu } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useText } from '../../../platform/language/i18n.ts'
import { openFindIn } from './find-state.ts'

/** The item of the menu of a thread that opens its search. */
export function FindItem({ threadId }: { threadId: string }) {
  const text = useText()
  return (
    <Menu.Item leftSection={<IconSearch size={22} stroke={1.75} />} onClick={() => openFindIn(threadId)}>
      {text('messages.find')}
    </Menu.Item>
  )
}
