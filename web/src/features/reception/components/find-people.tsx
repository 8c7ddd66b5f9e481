import { Button, TextInput } from '@mantine/core'
import { IconQrcode } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, lazy, useState } from 'react'
import { codeOfText } from '@noroshi/contract/reception/person-code'
import { receptionRoutes } from '@noroshi/contract/reception/reception.http'
import { SEARCH_MAX } from '@noroshi/contract/limits'
import { call } from '../../../platform/connection/http.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { PersonPicker } from '../../../shared/people/person-picker.tsx'
import { LazyContent } from '../../../ui/states/lazy-content.tsx'
import { toastError } from '../../../ui/states/toast.tsx'
import { type Arriving, arrivingOf } from '../arriving.ts'
import { arrivingOfCode, arrivingOfDesk, type DeskPerson } from '../offline/desk-people.ts'
import { DeskPeopleList } from '../offline/desk-people-list.tsx'
import css from './reception.module.css'

// The reader of QR codes is large, and loads with the camera only.
const Scanner = lazy(() => import('./scanner.tsx').then(({ Scanner: scanner }) => ({ default: scanner })))

interface Props {
  readonly placeId: string
  /** Whom the desk finds on this device while the server cannot be reached; null: the server is asked. */
  readonly people: readonly DeskPerson[] | null
  readonly onFound: (people: readonly Arriving[]) => void
}

/** Finds people by QR code, typed code or name. */
export function FindPeople({ placeId, people, onFound }: Props) {
  const text = useText()
  const [isScanning, setScanning] = useState(false)
  const [code, setCode] = useState('')
  const [codeError, setCodeError] = useState<string | null>(null)
  const { mutate, isPending } = useMutation({
    meta: { isHandled: true },
    mutationFn: (query: { code: string } | { userId: string }) => call(receptionRoutes.find, { params: { placeId }, query }),
    onSuccess: (found) => {
      if (found.member === null && found.registered.length === 0) {
        toastError(text('reception.noOne'))
        return
      }
      setCode('')
      onFound(arrivingOf(found))
    },
    onError: (error: Error) => toastError(text('reception.findFailed'), error.message),
  })
  const find = (read: string) => {
    if (people === null) {
      mutate({ code: read })
      return
    }
    const known = people.find((person) => person.code === read)
    setCode('')
    onFound([known ? arrivingOfDesk(known) : arrivingOfCode(read)])
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const typed = codeOfText(code)
    setCodeError(typed === null ? text('reception.codeInvalid') : null)
    if (typed !== null) find(typed)
  }
  return (
    <>
      <Button
        leftSection={<IconQrcode size={20} stroke={1.75} aria-hidden="true" />}
        aria-pressed={isScanning}
        onClick={() => setScanning(!isScanning)}
      >
        {text(isScanning ? 'reception.scanStop' : 'reception.scan')}
      </Button>
      {isScanning && (
        <LazyContent>
          <Scanner onCode={find} />
        </LazyContent>
      )}
      <form className={css.code} noValidate onSubmit={submit}>
        <TextInput
          label={text('reception.code')}
          description={text('reception.codeHint')}
          maxLength={SEARCH_MAX}
          autoComplete="off"
          autoCapitalize="characters"
          error={codeError}
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={isPending}>
          {text('reception.codeFind')}
        </Button>
      </form>
      {people === null ? (
        <PersonPicker label={text('reception.byName')} onPick={({ id }) => mutate({ userId: id })} />
      ) : (
        <DeskPeopleList
          people={people}
          label={text('reception.offline.byName')}
          listsAll={false}
          actionOf={(person) => (
            <Button
              variant="default"
              aria-label={text('reception.offline.add', { name: person.name })}
              onClick={() => onFound([arrivingOfDesk(person)])}
            >
              {text('reception.offline.addShort')}
            </Button>
          )}
        />
      )}
    </>
  )
}
