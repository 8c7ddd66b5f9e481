import { ActionIcon, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CommandId, CommandInputs } from '../../platform/commands/commands.ts'
import { useCommand } from '../../platform/commands/use-command.ts'

interface IconProps<Id extends CommandId> {
  readonly command: Id
  readonly input: CommandInputs[Id]
  /** Accessible name. It may contain the subject of the command, such as the name of a person. */
  readonly label: string
  readonly icon: ReactNode
}

/** A button that shows an icon and runs a command of the catalogue. */
export function CommandIcon<Id extends CommandId>({ command, input, label, icon }: IconProps<Id>) {
  const { run, isRunning } = useCommand(command)
  return (
    <ActionIcon aria-label={label} loading={isRunning} onClick={() => run(input)}>
      {icon}
    </ActionIcon>
  )
}

interface ButtonProps<Id extends CommandId> extends Omit<IconProps<Id>, 'label'> {
  readonly variant?: 'default' | 'filled'
}

/** A button with the label of its command in the catalogue. */
export function CommandButton<Id extends CommandId>({ command, input, icon, variant = 'filled' }: ButtonProps<Id>) {
  const { run, isRunning, label } = useCommand(command)
  return (
    <Button variant={variant} leftSection={icon} loading={isRunning} onClick={() => run(input)}>
      {label}
    </Button>
  )
}
