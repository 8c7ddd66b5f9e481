import { Button, Checkbox } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type SelfServicePerson,
  type SelfServicePlace,
  selfServiceRoutes,
  type SelfServiceView,
} from '@noroshi/contract/reception/self-service.http'
import { call } from '../../../platform/connection/http.ts'
import { ApiError } from '../../../platform/connection/http-errors.ts'
import { newId } from '../../../platform/ids.ts'
import { useText } from '../../../platform/language/i18n.ts'
import formCss from '../../../ui/forms/form.module.css'
import { Card } from '../../../ui/layout/card.tsx'
import { Tag } from '../../../ui/layout/tag.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { toastError, toastSuccess } from '../../../ui/states/toast.tsx'
import css from '../components/reception.module.css'
import { selfServiceQuery } from './self-service.queries.ts'

/** The shelter of a QR code has no such code any more, or never had it. */
export function EndedCode() {
  const text = useText()
  return <EmptyState title={text('selfService.endedTitle')} note={text('selfService.endedNote')} />
}

const hasEnded = (error: unknown) => error instanceof ApiError && error.code === 'selfService.ended'

/** The user and own dependants enter or leave the shelter whose QR code was scanned. */
export function SelfService({ place }: { place: SelfServicePlace }) {
  const { data, error, refetch } = useQuery(selfServiceQuery(place))
  if (hasEnded(error)) return <EndedCode />
  if (data) return <People place={place} view={data} />
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ListSkeleton rows={2} />
}

const keyOf = ({ dependantId }: Pick<SelfServicePerson, 'dependantId'>): string => dependantId ?? ''

function People({ place, view }: { place: SelfServicePlace; view: SelfServiceView }) {
  const text = useText()
  const { placeName, isClosed, people } = view
  /** First only the user, because those who are received are safe. */
  const [chosen, setChosen] = useState<readonly string[]>([keyOf({ dependantId: null })])
  const { enter, leave, isBusy } = useSelfService(place)
  const [arriving, leaving] = [
    people.filter((person) => chosen.includes(keyOf(person)) && person.mode !== 'inside'),
    people.filter((person) => chosen.includes(keyOf(person)) && person.mode !== null),
  ]
  return (
    <Card className={css.part}>
      <h2>{text('selfService.at', { place: placeName })}</h2>
      {isClosed && <p role="alert">{text('reception.closed')}</p>}
      <Checkbox.Group label={text('selfService.people')} value={[...chosen]} onChange={setChosen}>
        <div className={formCss.choices}>
          {people.map((person) => (
            <span key={keyOf(person)} className={css.tags}>
              <Checkbox
                value={keyOf(person)}
                label={person.dependantId === null ? text('selfService.you', { name: person.name }) : person.name}
              />
              {person.mode !== null && <Tag tone="ok">{text(`reception.filter.${person.mode}`)}</Tag>}
            </span>
          ))}
        </div>
      </Checkbox.Group>
      <span className={css.buttons}>
        {!isClosed && people.some(({ mode }) => mode !== 'inside') && (
          <Button size="lg" disabled={arriving.length === 0} loading={isBusy} onClick={() => enter(arriving)}>
            {text('selfService.enter', { count: arriving.length })}
          </Button>
        )}
        {people.some(({ mode }) => mode !== null) && (
          <Button size="lg" variant="default" disabled={leaving.length === 0} loading={isBusy} onClick={() => leave(leaving)}>
            {text('selfService.leave', { count: leaving.length })}
          </Button>
        )}
      </span>
    </Card>
  )
}

/** Returns the reception of these people, with new ids. */
const receptionOf = (people: readonly SelfServicePerson[]) => ({
  id: newId(),
  householdId: newId(),
  people: people.map(({ dependantId }) => ({ dependantId, id: newId(), stayId: newId() })),
})

/** Sends arrivals and departures. The reply has where all are now. */
function useSelfService(place: SelfServicePlace) {
  const text = useText()
  const cache = useQueryClient()
  const store = (view: SelfServiceView) => cache.setQueryData(selfServiceQuery(place).queryKey, view)
  const onError = (error: Error) => toastError(text('selfService.failed'), error.message)
  const meta = { isHandled: true }
  const arrival = useMutation({
    meta,
    mutationFn: (reception: ReturnType<typeof receptionOf>) =>
      call(selfServiceRoutes.enter, { body: { ...place, ...reception } }),
    onSuccess: (view) => {
      store(view)
      toastSuccess('selfService.entered')
    },
    onError,
  })
  const departure = useMutation({
    meta,
    mutationFn: (dependantIds: (string | null)[]) => call(selfServiceRoutes.leave, { body: { ...place, dependantIds } }),
    onSuccess: (view) => {
      store(view)
      toastSuccess('selfService.left')
    },
    onError,
  })
  return {
    isBusy: arrival.isPending || departure.isPending,
    enter: (people: readonly SelfServicePerson[]) => arrival.mutate(receptionOf(people)),
    leave: (people: readonly SelfServicePerson[]) => departure.mutate(people.map(({ dependantId }) => dependantId)),
  }
}
