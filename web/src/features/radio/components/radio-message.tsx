import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { clockTime } from '../../../platform/language/time.ts'
import { Avatar } from '../../../shared/people/avatar.tsx'
import { Tag } from '../../../ui/layout/tag.tsx'
import { TranscriptLine } from '../../../shared/chat/transcript-line.tsx'
import { transcriptIn } from '../radio-texts.ts'
import type { TransmissionLine } from '../transmission-tools.ts'
import css from './radio-log.module.css'
import { RecordingPlayer } from './recording-player.tsx'

interface Props extends TransmissionLine {
  myId: string
}

/** A radio message: who, when, the machine's transcript, the recording, and how others reacted. The arrow keys move to its line. */
export function RadioMessage({ message, note, reactions, myId }: Props) {
  const text = useText()
  const isMine = message.SenderId === myId
  return (
    <li className={css.said} data-seq={message.seq} tabIndex={-1}>
      <Avatar person={message.sender} size={34} />
      <div className={css.body} data-tools-edge>
        <p className={css.head}>
          <b translate={isMine ? undefined : 'no'}>{isMine ? text('radio.you') : nameOf(message.sender)}</b>
          <time dateTime={message.createdAt}>{clockTime(message.createdAt)}</time>
        </p>
        {note ?? (
          <div className={css.transcript}>
            <TranscriptLine transcript={transcriptIn(message)} mediaId={message.messageMedias[0]?.id ?? ''} mayCorrect={isMine} />
          </div>
        )}
        {reactions}
      </div>
      {note === null && <RecordingPlayer message={message} isMine={isMine} />}
    </li>
  )
}

/** The current transmission. `draft` is the machine's text so far; empty without one. */
export function LiveRow({ speaker, isMine, draft }: { speaker: Person; isMine: boolean; draft: string }) {
  const text = useText()
  return (
    <li className={css.said} data-live>
      <Avatar person={speaker} size={34} />
      <div className={css.body}>
        <p className={css.head}>
          <b translate={isMine ? undefined : 'no'}>{isMine ? text('radio.you') : nameOf(speaker)}</b>
          <Tag tone="accent">{text('radio.draft')}</Tag>
        </p>
        <p>{draft === '' ? text('radio.draftEmpty') : `${draft}…`}</p>
      </div>
    </li>
  )
}
