import { Menu } from '@mantine/core'
import type { Icon as TablerIcon } from '@tabler/icons-react'
import { type PlainCommandId, shortcutOf } from '../../platform/commands/commands.ts'
import { useCommand } from '../../platform/commands/use-command.ts'

interface Props {
  readonly command: PlainCommandId
  readonly icon: TablerIcon
  readonly disabled?: boolean
}

/** A menu item that runs a command of the catalogue. It is absent for users who may not run it. */
export function CommandItem({ command, icon: Icon, disabled = false }: Props) {
  const { run, label, isAllowed } = useCommand(command)
  if (!isAllowed) return null
  return (
    <Menu.Item
      leftSection={<Icon size={22} stroke={1.75} aria-hidden="true" />}
      disabled={disabled}
      aria-keyshortcuts={shortcutOf(command)}
      onClick={() => run(undefined)}
    >
      {label}
    </Menu.Item>
  )
}
