import { Menu } from '@mantine/core'
import { type ReactElement, useState } from 'react'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import { MenuFrame } from '../../../ui/dialogs/menu-frame.tsx'
import { threadName } from '../thread-texts.ts'
import { MuteDialog } from './mute-dialog.tsx'
import { ThreadSettingsItems } from './thread-settings-items.tsx'

interface Props {
  thread: MessageThread
  /** The button that opens the menu. */
  target: ReactElement
}

const stay = () => undefined

/** The menu of a thread in the list. */
export function ThreadRowMenu({ thread, target }: Props) {
  const [isMuting, setMuting] = useState(false)
  return (
    <>
      <MenuFrame target={target} isInPortal>
        <Menu.Label className="one-line" translate="no">
          {threadName(thread)}
        </Menu.Label>
        <ThreadSettingsItems thread={thread} onMuteFor={() => setMuting(true)} onAway={stay} />
      </MenuFrame>
      {isMuting && <MuteDialog thread={thread} onClose={() => setMuting(false)} />}
    </>
  )
}
