import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Relative } from '@noroshi/contract/families/families.http'
import css from '../../features/roll-calls/components/roll-calls.module.css'
import { useText } from '../../platform/language/i18n.ts'
import { nameOf } from '../../platform/language/person-name.ts'
import { paths } from '../../platform/paths/paths.ts'
import { Avatar } from '../../shared/people/avatar.tsx'
import { DependantRows } from './dependant-rows.tsx'
import { LastAnswer } from './last-answer.tsx'

/** A relative and their dependants, with the last answers about them. */
export function RelativeRow({
  relative: { person, answer, dependants },
  onRemove,
}: {
  relative: Relative
  onRemove: () => void
}) {
  const text = useText()
  const name = nameOf(person)
  return (
    <li>
      <Avatar person={person} size={40} />
      <span className={css.person}>
        <Link to={paths.profile} params={{ userId: person.id }} translate="no">
          {name}
        </Link>
        <LastAnswer answer={answer} />
      </span>
      <span className={css.actions}>
        <ActionIcon aria-label={text('family.end', { name })} title={text('family.end', { name })} onClick={onRemove}>
          <IconTrash size={20} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </span>
      {dependants.length > 0 && (
        <section className={css.nested} aria-label={text('family.dependantsOf', { name })}>
          <DependantRows dependants={dependants} />
        </section>
      )}
    </li>
  )
}
