import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { LANGUAGES, LOCALES } from '@noroshi/contract/i18n'
import { PairForm as PairRules, sirenRoutes } from '@noroshi/contract/siren/siren.http'
import { fieldErrorsOf, formRules } from '../../../platform/forms/form-rules.ts'
import { call } from '../../../platform/connection/http.ts'
import { setLanguage, useLanguage, useText } from '../../../platform/language/i18n.ts'
import { toastError } from '../../../ui/states/toast.tsx'
import { storeSirenToken } from '../use-siren.ts'
import css from './siren.module.css'

/** Returns the code in the URL of a scanned QR code, and removes it from the URL and the history. */
function takeCodeFromAddress(): string | null {
  const { hash, pathname } = window.location
  if (hash === '') return null
  window.history.replaceState(window.history.state, '', pathname)
  return hash.slice(1)
}

/** The form that connects this device as a siren screen by a code from an administrator. */
export function PairForm() {
  const text = useText()
  const language = useLanguage()
  const form = useForm({ initialValues: { code: '' }, ...formRules(PairRules) })
  const pair = useMutation({
    mutationFn: (body: { code: string }) => call(sirenRoutes.pair, { body }),
    onSuccess: ({ token }) => storeSirenToken(token),
    onError: (error) => form.setErrors(fieldErrorsOf(error)),
  })
  const pairFromAddress = useEffectEvent(() => {
    const code = takeCodeFromAddress()
    if (code === null) return
    form.setFieldValue('code', code)
    pair.mutate({ code })
  })
  useEffect(() => pairFromAddress(), [])
  return (
    <main className={css.pair} id="content" tabIndex={-1}>
      <form className={css.pairForm} onSubmit={form.onSubmit((values) => pair.mutate(values))} noValidate>
        <h1>{text('siren.title')}</h1>
        <p>{text('siren.intro')}</p>
        <TextInput
          label={text('siren.code')}
          description={text('siren.codeHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          {...form.getInputProps('code')}
        />
        <Button type="submit" loading={pair.isPending}>
          {text('siren.connect')}
        </Button>
        {LANGUAGES.filter((other) => other !== language).map((other) => (
          <Button
            key={other}
            variant="default"
            lang={other}
            onClick={() => void setLanguage(other).catch(() => toastError(text('accounts.languageFailed')))}
          >
            {LOCALES[other].name}
          </Button>
        ))}
      </form>
    </main>
  )
}
