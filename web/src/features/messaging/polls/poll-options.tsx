import { IconCircle, IconCircleCheckFilled, IconSquare, IconSquareCheckFilled } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import type { NewPoll, PollOption } from '@noroshi/contract/messaging/polls'
import { useText } from '../../../platform/language/i18n.ts'
import css from './poll.module.css'

interface Props {
  question: string
  options: readonly PollOption[]
  isMultiple: boolean
  voterCount: number
  /** The ids of the viewer's options. */
  chosen: readonly number[]
  /** Called with the viewer's options after a press; undefined if the viewer may not vote. */
  onChoose: ((optionIds: number[]) => void) | undefined
}

const icons = {
  one: { on: IconCircleCheckFilled, off: IconCircle },
  several: { on: IconSquareCheckFilled, off: IconSquare },
} as const

/** Moves the focus from option to option. An option is chosen by a press only, since each choice is a vote. */
function moveFocus(event: KeyboardEvent<HTMLButtonElement>): void {
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const buttons = [...(event.currentTarget.parentElement?.querySelectorAll('button') ?? [])]
  const from = buttons.indexOf(event.currentTarget)
  buttons[(from + step + buttons.length) % buttons.length]?.focus()
}

/** The options of a poll with their bars and numbers of votes. */
export function PollOptions({ question, options, isMultiple, voterCount, chosen, onChoose }: Props) {
  const text = useText()
  const { on: On, off: Off } = icons[isMultiple ? 'several' : 'one']
  const choose = (id: number) => {
    const others = isMultiple ? chosen.filter((other) => other !== id) : []
    onChoose?.(chosen.includes(id) ? others : [...others, id].toSorted((a, b) => a - b))
  }
  return (
    <div className={css.options} role={isMultiple ? 'group' : 'radiogroup'} aria-label={question}>
      {options.map(({ id, text: option, count }) => {
        const isChosen = chosen.includes(id)
        const Icon = isChosen ? On : Off
        return (
          <button
            key={id}
            type="button"
            role={isMultiple ? 'checkbox' : 'radio'}
            aria-checked={isChosen}
            aria-label={text('messages.poll.votesOf', { option, count })}
            disabled={!onChoose}
            className={css.option}
            onClick={() => choose(id)}
            onKeyDown={moveFocus}
          >
            <Icon size={22} stroke={1.75} aria-hidden="true" />
            <span className={css.optionText}>{option}</span>
            <b>{count}</b>
            <span className={css.bar} aria-hidden="true">
              <span style={{ width: `${(100 * count) / Math.max(voterCount, 1)}%` }} />
            </span>
          </button>
        )
      })}
    </div>
  )
}

/** A poll that the server has not acknowledged. */
export function UnsentPoll({ poll, question }: { poll: NewPoll; question: string }) {
  const options = poll.options.map((option, id) => ({ id, text: option, count: 0, voterIds: [] }))
  return (
    <PollOptions
      question={question}
      options={options}
      isMultiple={poll.isMultiple}
      voterCount={0}
      chosen={[]}
      onChoose={undefined}
    />
  )
}
