import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { UnitSettingsForm } from '@noroshi/contract/accounts/unit.http'
import { LANGUAGES, LOCALES } from '@noroshi/contract/i18n'
import { formRules } from '../../platform/forms/form-rules.ts'
import { useText } from '../../platform/language/i18n.ts'
import { LocationDialog } from '../../shared/location/location-dialog.tsx'
import { LeaveGuard } from '../../ui/forms/unsaved-guard.tsx'
import type { StepProps } from './guide.tsx'
import { useChangeSetup } from './setup.queries.ts'
import css from './setup.module.css'
import { StepCard } from './step-card.tsx'

const NameForm = UnitSettingsForm.pick({ name: true })

export function NameStep({ facts: { name }, ...step }: StepProps) {
  const text = useText()
  const { mutate, isPending } = useChangeSetup()
  const isNamed = step.state === 'done'
  const form = useForm({ initialValues: { name: isNamed ? name : '' }, ...formRules(NameForm) })
  const submit = form.onSubmit((unit) => mutate({ unit }, { onSuccess: () => form.resetDirty() }))
  return (
    <StepCard {...step} step="unitName" found={text(isNamed ? 'setup.unitName.done' : 'setup.unitName.open', { name })}>
      <form noValidate className={css.form} onSubmit={submit}>
        <TextInput label={text('setup.name')} required {...form.getInputProps('name')} />
        <LeaveGuard hasUnsaved={form.isDirty()} />
        <Button type="submit" variant={isNamed ? 'default' : 'filled'} loading={isPending}>
          {text('chrome.save')}
        </Button>
      </form>
    </StepCard>
  )
}

export function LocationStep({ facts: { location }, ...step }: StepProps) {
  const text = useText()
  const { mutate, isPending } = useChangeSetup()
  const [isChoosing, setChoosing] = useState(false)
  return (
    <StepCard {...step} step="location" found={text(location === null ? 'setup.location.open' : 'setup.location.done')}>
      <Button variant={location === null ? 'filled' : 'default'} loading={isPending} onClick={() => setChoosing(true)}>
        {text('setup.location.choose')}
      </Button>
      {isChoosing && (
        <LocationDialog
          title={text('setup.location')}
          confirmLabel={text('setup.location.use')}
          onChoose={(chosen) => {
            setChoosing(false)
            mutate({ unit: { location: chosen } })
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </StepCard>
  )
}

export function LanguageStep({ facts: { language: chosen }, ...step }: StepProps) {
  const text = useText()
  const { mutate, isPending } = useChangeSetup()
  return (
    <StepCard
      {...step}
      step="language"
      found={chosen === null ? text('setup.language.open') : text('setup.language.done', { language: LOCALES[chosen].name })}
    >
      {LANGUAGES.map((language) => (
        <Button
          key={language}
          lang={LOCALES[language].tag}
          variant={chosen === null ? 'filled' : 'default'}
          disabled={isPending}
          aria-pressed={language === chosen}
          onClick={() => mutate({ unit: { language } })}
        >
          {LOCALES[language].name}
        </Button>
      ))}
    </StepCard>
  )
}
