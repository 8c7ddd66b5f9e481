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
  const { person, answer, answerCount } = asked
  const name = nameOf(person)
  const state = stateOf(asked)
  const isOther = me?.id !== person.id
  const target = { userId: person.id, threadId: null }
  return (
    <li>
      <Avatar person={person} size={40} />
      <span className={css.person}>
        <Link to={paths.profile} params={{ userId: person.id }} translate="no">
          {name}
        </Link>
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
            <CommandIcon command="call.start" input={target} label={text('rollCalls.call', { name })} icon={<IconPhone />} />
            <CommandIcon
              command="chat.open"
              input={target}
              label={text('rollCalls.message', { name })}
              icon={<IconMessageCircle />}
            />
          </>
        )}
        {isOther && rollCall.closedAt === null && (
          <>
            <Action label={text('rollCalls.forName', { name })} icon={<IconUserEdit />} onClick={() => onOpen('proxy')} />
            <Action label={text('rollCalls.link', { name })} icon={<IconLink />} onClick={() => onOpen('link')} />
          </>
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
