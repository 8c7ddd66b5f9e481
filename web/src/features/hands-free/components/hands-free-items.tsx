import { IconEar, IconMicrophone, IconVolume } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useText } from '../../../platform/language/i18n.ts'
import { CommandItem } from '../../../ui/dialogs/command-item.tsx'
import { SwitchItem } from '../../../ui/forms/switch-item.tsx'
import { toastWarning } from '../../../ui/states/toast.tsx'
import { askForMicrophone, noteOfProblem } from '../ask-for-microphone.ts'
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
        onChange={(isWanted) => void change(isWanted)}
        disabled={!isAllowed}
        note={text(isAllowed ? 'handsFree.switchNote' : 'handsFree.switchOnRadio')}
      >
        {text('handsFree.switch')}
      </SwitchItem>
    </>
  )
}

/** The switch goes on when the microphone may be used. */
async function change(isWanted: boolean): Promise<void> {
  const problem = isWanted ? await askForMicrophone() : null
  if (problem !== null) toastWarning(noteOfProblem(problem))
  setHandsFree(isWanted && problem === null)
}
