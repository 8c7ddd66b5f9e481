import { ActionIcon, Checkbox } from '@mantine/core'
import { IconPencil, IconX } from '@tabler/icons-react'
import { useText } from '../../../platform/language/i18n.ts'
import { Tag } from '../../../ui/layout/tag.tsx'
import type { Arriving } from '../arriving.ts'
import css from './reception.module.css'

interface Props {
  readonly people: readonly Arriving[]
  /** Whether the people are being sent, and cannot be changed. */
  readonly isBusy: boolean
  readonly onChange: (people: readonly Arriving[]) => void
  readonly onEdit: (person: Arriving) => void
}

/** The people who are about to be received. */
export function ArrivingList({ people, isBusy, onChange, onEdit }: Props) {
  const text = useText()
  return (
    <ul className={css.rows}>
      {people.map((person) => (
        <li key={person.key}>
          <span className={css.person}>
            <Checkbox
              label={<span translate="no">{person.name}</span>}
              checked={person.isChosen}
              disabled={isBusy}
              onChange={({ currentTarget }) => {
                const isChosen = currentTarget.checked
                onChange(people.map((each) => (each.key === person.key ? { ...each, isChosen } : each)))
              }}
            />
            <span className={css.tags}>
              {person.dependantKind !== null && <Tag>{text(`household.kind.${person.dependantKind}`)}</Tag>}
              {person.hereId !== null && <Tag tone="ok">{text('reception.isHere')}</Tag>}
            </span>
          </span>
          <span className={css.actions}>
            {person.guest !== null && (
              <ActionIcon
                aria-label={text('reception.edit', { name: person.name })}
                disabled={isBusy}
                onClick={() => onEdit(person)}
              >
                <IconPencil size={20} stroke={1.75} aria-hidden="true" />
              </ActionIcon>
            )}
            <ActionIcon
              aria-label={text('reception.removeFrom', { name: person.name })}
              disabled={isBusy}
              onClick={() => onChange(people.filter(({ key }) => key !== person.key))}
            >
              <IconX size={20} stroke={1.75} aria-hidden="true" />
            </ActionIcon>
          </span>
        </li>
      ))}
    </ul>
  )
}
