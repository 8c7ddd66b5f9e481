import { Button } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import type { HandlingChange } from '@noroshi/contract/alerts/handling.http'
import { useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { Avatar } from '../../../shared/people/avatar.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { useHandle } from './handling.changes.ts'
import css from './handling.module.css'
import { assigneesQuery } from './handling.queries.ts'

const NAME_MAX = 100

/** Assigns an alert to a person or an alert group, or hands it over. */
export function AssignDialog({ alert, onClose }: { alert: AlertForViewer; onClose: () => void }) {
  const text = useText()
  const [name, setName] = useState('')
  const { data, error, refetch } = useQuery(assigneesQuery(alert.id, name.trim()))
  const { mutate, isPending } = useHandle(alert.id)
  const assign = (assignee: HandlingChange['assignee']) => mutate({ assignee }, { onSuccess: onClose })
  const groups = data?.groups.filter((group) => group.name.toLowerCase().includes(name.trim().toLowerCase())) ?? []
  return (
    <Dialog isOpen onClose={onClose} title={text(alert.handling?.assignee ? 'alerts.assign.change' : 'alerts.assign')}>
      <SearchField
        label={text('alerts.assign.search')}
        clearLabel={text('alerts.assign.clear')}
        maxLength={NAME_MAX}
        value={name}
        onChange={setName}
      />
      {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ListSkeleton />)}
      {data && groups.length === 0 && data.people.length === 0 && <EmptyState title={text('alerts.assign.noMatch')} />}
      <Choices title={text('alerts.assign.groups')}>
        {groups.map(({ id, name: groupName }) => (
          <button key={id} type="button" disabled={isPending} onClick={() => assign({ groupId: id })}>
            <IconUsers size={24} stroke={1.75} aria-hidden="true" />
            <span translate="no">{groupName}</span>
          </button>
        ))}
      </Choices>
      <Choices title={text('alerts.assign.people')}>
        {(data?.people ?? []).map((person) => (
          <button key={person.id} type="button" disabled={isPending} onClick={() => assign({ userId: person.id })}>
            <Avatar person={person} size={36} />
            <span translate="no">{nameOf(person)}</span>
          </button>
        ))}
      </Choices>
      {alert.handling?.assignee && (
        <Button variant="default" loading={isPending} onClick={() => assign(null)}>
          {text('alerts.assign.remove')}
        </Button>
      )}
    </Dialog>
  )
}

/** Buttons below a title; nothing without buttons. */
function Choices({ title, children }: { title: string; children: ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <section className={css.choices}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}
