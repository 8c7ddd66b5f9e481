import { Button, Radio, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { RegistrationMode, type UnitSettings, UnitSettingsForm } from '@noroshi/contract/accounts/unit.http'
import { DAILY_FILES_MB_MIN, DAILY_LIMIT_MAX, DAILY_TEXTS_MIN } from '@noroshi/contract/limits'
import { parseWhole } from '@noroshi/contract/text/numbers'
import { fieldErrorsOf, formRules, focusFirstError } from '../../../platform/forms/form-rules.ts'
import { useText } from '../../../platform/language/i18n.ts'
import css from '../../../ui/forms/form.module.css'
import { ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { LeaveGuard } from '../../../ui/forms/unsaved-guard.tsx'
import { settingsQuery, useSaveSettings } from './unit.queries.ts'
import admin from '../../../shared/admin/admin.module.css'

/** Converts numbers to the texts of their fields. */
const valuesOf = (settings: UnitSettings) => ({
  ...settings,
  dailyFilesMb: String(settings.dailyFilesMb),
  dailyTexts: String(settings.dailyTexts),
})
/** Converts the fields to the contract's body. A field without a number is NaN. */
const bodyOf = (values: ReturnType<typeof valuesOf>) => ({
  ...values,
  dailyFilesMb: parseWhole(values.dailyFilesMb) ?? Number.NaN,
  dailyTexts: parseWhole(values.dailyTexts) ?? Number.NaN,
})

/** The settings that an administrator can change at run time. */
export function Settings({ onSaved }: { onSaved: () => void }) {
  const text = useText()
  const { data, error, refetch } = useQuery(settingsQuery)
  if (data) return <Form settings={data} onSaved={onSaved} />
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} title={text('settings.loadFailed')} />
  return <ListSkeleton rows={3} />
}

function Form({ settings, onSaved }: { settings: UnitSettings; onSaved: () => void }) {
  const text = useText()
  const save = useSaveSettings()
  const form = useForm({ initialValues: valuesOf(settings), ...formRules(UnitSettingsForm, bodyOf) })
  const submit = form.onSubmit((values) =>
    save.mutate(values, {
      onSuccess: (saved) => {
        form.setInitialValues(valuesOf(saved))
        form.setValues(valuesOf(saved))
        onSaved()
      },
      onError: (error) => form.setErrors(fieldErrorsOf(error)),
    }),
  )
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    submit(event)
    focusFirstError(event.currentTarget)
  }
  return (
    <form noValidate className={admin.form} onSubmit={onSubmit}>
      <TextInput
        label={text('settings.name')}
        description={text('settings.nameHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required
        {...form.getInputProps('name')}
      />
      <Radio.Group label={text('settings.registration')} {...form.getInputProps('registration')}>
        <div className={css.choices}>
          {RegistrationMode.options.map((mode) => (
            <Radio key={mode} value={mode} label={text(`settings.registration.${mode}`)} />
          ))}
        </div>
      </Radio.Group>
      <Radio.Group
        label={text('settings.sos')}
        value={form.values.sosCountsDown ? 'countdown' : 'atOnce'}
        onChange={(value) => form.setFieldValue('sosCountsDown', value === 'countdown')}
      >
        <div className={css.choices}>
          <Radio value="countdown" label={text('settings.sos.countdown')} />
          <Radio value="atOnce" label={text('settings.sos.atOnce')} />
        </div>
      </Radio.Group>
      <Switch
        label={text('settings.forgotten')}
        description={text('settings.forgottenHint')}
        {...form.getInputProps('allowsForgottenPassword', { type: 'checkbox' })}
      />
      <Switch
        label={text('settings.secondFactor')}
        description={text('settings.secondFactorHint')}
        {...form.getInputProps('requiresSecondFactor', { type: 'checkbox' })}
      />
      <Switch
        label={text('settings.daily')}
        description={text('settings.dailyHint')}
        {...form.getInputProps('limitsDailyUse', { type: 'checkbox' })}
      />
      {form.values.limitsDailyUse && (
        <>
          <TextInput
            label={text('settings.dailyFiles')}
            type="number"
            inputMode="numeric"
            min={DAILY_FILES_MB_MIN}
            max={DAILY_LIMIT_MAX}
            {...form.getInputProps('dailyFilesMb')}
          />
          <TextInput
            label={text('settings.dailyTexts')}
            type="number"
            inputMode="numeric"
            min={DAILY_TEXTS_MIN}
            max={DAILY_LIMIT_MAX}
            {...form.getInputProps('dailyTexts')}
          />
        </>
      )}
      <LeaveGuard hasUnsaved={form.isDirty()} />
      <Button type="submit" loading={save.isPending}>
        {text('chrome.save')}
      </Button>
    </form>
  )
}
