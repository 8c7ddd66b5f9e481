import { Button, TextInput } from '@mantine/core'
import { IconQrcode } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, lazy, useState } from 'react'
import { codeOfText } from '@noroshi/contract/reception/person-code'
import { type Found, receptionRoutes } from '@noroshi/contract/reception/reception.http'
import { SEARCH_MAX } from '@noroshi/contract/limits'
import { call } from '../../../platform/connection/http.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { PersonPicker } from '../../../shared/people/person-picker.tsx'
import { LazyContent } from '../../../ui/states/lazy-content.tsx'
import { toastError } from '../../../ui/states/toast.tsx'
import css from './reception.module.css'

// The reader of QR codes is large, and loads with the camera only.
const Scanner = lazy(() => import('./scanner.tsx').then(({ Scanner: scanner }) => ({ default: scanner })))

/** Finds people by QR code, typed code or name. */
export function FindPeople({ placeId, onFound }: { placeId: string; onFound: (found: Found) => void }) {
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
      onFound(found)
    },
    onError: (error: Error) => toastError(text('reception.findFailed'), error.message),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const typed = codeOfText(code)
    setCodeError(typed === null ? text('reception.codeInvalid') : null)
    if (typed !== null) mutate({ code: typed })
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
          <Scanner onCode={(read) => mutate({ code: read })} />
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
      <PersonPicker label={text('reception.byName')} onPick={({ id }) => mutate({ userId: id })} />
    </>
  )
}
