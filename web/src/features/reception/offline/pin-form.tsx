import { Button, PasswordInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { toastError, toastSuccess } from '../../../ui/states/toast.tsx'
import css from '../components/reception.module.css'
import { ServerKeyError } from './create-desk-vault.ts'
import { deskVault } from './desk-vault.ts'

const PIN_MAX = 32
const PIN = /^\d{6,}$/
/** Digits may be typed in full width. */
const normalized = (pin: string) => pin.normalize('NFKC').trim()

const field = { inputMode: 'numeric', autoComplete: 'off', maxLength: PIN_MAX } as const

/** Asks for the new PIN of a desk, twice. */
export function PinDialog({ placeId, title, onClose }: { placeId: string; title: string; onClose: () => void }) {
  const text = useText()
  const [pin, setPin] = useState('')
  const [again, setAgain] = useState('')
  const [areErrorsShown, setErrorsShown] = useState(false)
  const isValid = PIN.test(normalized(pin))
  const isSame = normalized(pin) === normalized(again)
  const { mutate, isPending } = useMutation({
    meta: { isHandled: true },
    mutationFn: () => deskVault.setPin(placeId, normalized(pin)),
    onSuccess: () => {
      toastSuccess('reception.offline.pinSet')
      onClose()
    },
    onError: (error: Error) =>
      toastError(
        text('reception.offline.pinFailed'),
        error instanceof ServerKeyError ? text('reception.offline.serverKey') : error.message,
      ),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setErrorsShown(true)
    if (isValid && isSame) mutate()
  }
  return (
    <FormDialog title={title} onClose={onClose} onSubmit={submit} isBusy={isPending} hasUnsaved={pin !== '' || again !== ''}>
      <PasswordInput
        {...field}
        label={text('reception.offline.pin')}
        description={text('reception.offline.pinHint')}
        error={areErrorsShown && !isValid && text('reception.offline.pinInvalid')}
        value={pin}
        onChange={({ currentTarget }) => setPin(currentTarget.value)}
      />
      <PasswordInput
        {...field}
        label={text('reception.offline.pinAgain')}
        error={areErrorsShown && isValid && !isSame && text('reception.offline.pinDiffers')}
        value={again}
        onChange={({ currentTarget }) => setAgain(currentTarget.value)}
      />
    </FormDialog>
  )
}

/** Asks for the PIN of a locked desk. */
export function UnlockForm({ placeId }: { placeId: string }) {
  const text = useText()
  const [pin, setPin] = useState('')
  const [error, setError] = useState('')
  const { mutate, isPending } = useMutation({
    meta: { isHandled: true },
    mutationFn: () => deskVault.openByPin(placeId, normalized(pin)),
    onSuccess: (outcome) => {
      if (outcome.type === 'wrong') setError(text('reception.offline.pinWrong'))
      if (outcome.type === 'waiting')
        setError(text('reception.offline.pinWait', { count: Math.ceil((outcome.until - Date.now()) / 1_000) }))
    },
    onError: (failure: Error) => toastError(text('reception.offline.openFailed'), failure.message),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate()
  }
  return (
    <form className={css.code} noValidate onSubmit={submit}>
      <PasswordInput
        {...field}
        label={text('reception.offline.pin')}
        error={error}
        value={pin}
        onChange={({ currentTarget }) => {
          setPin(currentTarget.value)
          setError('')
        }}
      />
      <Button type="submit" disabled={normalized(pin) === ''} loading={isPending}>
        {text('reception.offline.unlock')}
      </Button>
    </form>
  )
}
