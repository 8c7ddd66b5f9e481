import { ActionIcon } from '@mantine/core'
import { IconHistory, IconMessageCircle, IconPhone, IconLink, IconUserEdit } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AskedPerson, RollCallForViewer } from '@noroshi/contract/roll-calls/roll-calls'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { dateTime } from '../../../platform/language/time.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { Avatar } from '../../../shared/people/avatar.tsx'
import { CommandIcon } from '../../../ui/forms/command-button.tsx'
import { Tag } from '../../../ui/layout/tag.tsx'
import { sourceText, STATE_TONES, stateOf } from '../roll-call-texts.ts'
import { AnswerFacts } from '../components/answer-facts.tsx'
import type { PersonDialogKind } from './asked-person-dialog.tsx'
import css from '../components/roll-calls.module.css'

interface Props {
  rollCall: RollCallForViewer
  asked: AskedPerson
  /** Opens a dialog about the person. */
  onOpen: (dialog: PersonDialogKind) => void
}

/** An asked person: the newest answer, how it became known, and what the keeper can do. */
export function AskedPersonRow({ rollCall, asked, onOpen }: Props) {
  const text = useText()
  const language = useLanguage()
  const me = useCurrentUser()
  const { person, dependant, answer, answerCount } = asked
  const name = nameOf(person)
  /** The user who is called: the person, or the guardian of a dependant. */
  const user = dependant?.guardian ?? person
  const state = stateOf(asked)
  const isOther = me?.id !== user.id
  const target = { userId: user.id, threadId: null }
  const userName = nameOf(user)
  return (
    <li>
      <Avatar person={person} size={40} />
      <span className={css.person}>
        {dependant ? (
          <>
            <b translate="no">{name}</b>
            <Link to={paths.profile} params={{ userId: user.id }} className={css.quiet}>
              {text('rollCalls.dependantOf', { name: userName })}
            </Link>
          </>
        ) : (
          <Link to={paths.profile} params={{ userId: user.id }} translate="no">
            {name}
          </Link>
        )}
        <Tag tone={STATE_TONES[state]}>{text(`rollCalls.state.${state}`)}</Tag>
        {answer && (
          <span className={css.quiet}>
            <time dateTime={answer.answeredAt}>{dateTime(answer.answeredAt, language)}</time> {sourceText(answer, text)}
          </span>
        )}
        {answer && <AnswerFacts answer={answer} questions={rollCall.questions} />}
      </span>
      <span className={css.actions}>
        {isOther && (
          <>
            <CommandIcon
              command="call.start"
              input={target}
              label={text('rollCalls.call', { name: userName })}
              icon={<IconPhone />}
            />
            <CommandIcon
              command="chat.open"
              input={target}
              label={text('rollCalls.message', { name: userName })}
              icon={<IconMessageCircle />}
            />
          </>
        )}
        {(isOther || dependant) && rollCall.closedAt === null && (
          <Action label={text('rollCalls.forName', { name })} icon={<IconUserEdit />} onClick={() => onOpen('proxy')} />
        )}
        {isOther && !dependant && rollCall.closedAt === null && (
          <Action label={text('rollCalls.link', { name })} icon={<IconLink />} onClick={() => onOpen('link')} />
        )}
        {answerCount > 1 && (
          <Action label={text('rollCalls.historyOf', { name })} icon={<IconHistory />} onClick={() => onOpen('history')} />
        )}
      </span>
    </li>
  )
}

const Action = ({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: () => void }) => (
  <ActionIcon aria-label={label} title={label} onClick={onClick}>
    {icon}
  </ActionIcon>
)
