import type { RadioChat, RadioFloor } from '@noroshi/contract/radio/radio.http'
import { useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { sortByName } from '../../../platform/language/sort-by-name.ts'
import { Avatar } from '../../../shared/people/avatar.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Tag } from '../../../ui/layout/tag.tsx'
import css from './talk-controls.module.css'

interface Props {
  radioChat: RadioChat
  floor: RadioFloor | null
  myId: string
  onClose: () => void
}

/** The users in the radio chat: who talks and who waits. */
export function PeopleDialog({ radioChat, floor, myId, onClose }: Props) {
  const text = useText()
  return (
    <Dialog isOpen onClose={onClose} title={text('radio.people')}>
      <ul className={css.people}>
        {sortByName(radioChat.members, (member) => member).map((member) => (
          <li key={member.id}>
            <Avatar person={member} size={44} />
            <b translate={member.id === myId ? undefined : 'no'}>{member.id === myId ? text('radio.you') : nameOf(member)}</b>
            {floor?.speakerId === member.id && <Tag tone="accent">{text('radio.talking')}</Tag>}
            {floor?.queue.includes(member.id) && <Tag>{text('radio.talk.wait')}</Tag>}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
