import { Button, Checkbox, Radio, Switch, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import {
  RollCallForm,
  type RollCallForViewer,
  RollCallTemplate,
  TEXT_MAX,
  TITLE_MAX,
} from '@noroshi/contract/roll-calls/roll-calls'
import { fieldErrorsOf, formRules } from '../../../platform/forms/form-rules.ts'
import { newId } from '../../../platform/ids.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { ChoiceField } from '../../../shared/admin/choice-field.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { FieldError } from '../../../ui/forms/field-error.tsx'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import css from '../../../ui/forms/form.module.css'
import { AreaFields } from './area-fields.tsx'
import { type AskedAlert, bodyOfForm, emptyForm, type FormValues } from './roll-call-form.ts'
import { useAsk } from '../roll-calls.changes.ts'
import { QuestionFields } from './question-fields.tsx'

export interface GroupToAsk {
  readonly threadId: string
  readonly name: string
}

interface Props {
  /** The groups that the user may ask. */
  groups: readonly GroupToAsk[]
  /** Whether the user may ask all users. */
  mayAskEveryone: boolean
  /** The alert whose people are asked, without an alarm; absent: the user chooses whom to ask. */
  alert?: AskedAlert
  onClose: () => void
  /** The roll-call is open. */
  onAsked: (rollCall: RollCallForViewer) => void
}

type Body = RollCallForm

/** Asks people whether they are safe. A template fills the title and the text until the user changes them. */
export function NewRollCallDialog({ groups, mayAskEveryone, alert, onClose, onAsked }: Props) {
  const text = useText()
  const ask = useAsk()
  const [ids] = useState(() => ({ first: newId(), separate: newId() }))
  const [confirmed, setConfirmed] = useState<Body | null>(null)
  const [joined, setJoined] = useState<{ readonly rollCall: RollCallForViewer; readonly form: Body } | null>(null)
  const form = useForm<FormValues, Body>({
    initialValues: emptyForm(mayAskEveryone, alert ?? null, text),
    ...formRules(RollCallForm, bodyOfForm),
  })
  const { values } = form
  const audience =
    values.audience !== 'groups'
      ? text(`rollCalls.audience.${values.audience}`)
      : groups
          .filter(({ threadId }) => values.threadIds.includes(threadId))
          .map(({ name }) => name)
          .join(', ')

  const changeTemplate = (value: string) => {
    const template = RollCallTemplate.options.find((each) => each === value) ?? 'other'
    const before = values.template
    form.setValues({
      template,
      // A test is no emergency.
      ...(template === 'test' && { isDrill: true }),
      ...(values.title === text(`rollCalls.title.${before}`) && { title: text(`rollCalls.title.${template}`) }),
      ...(values.text === templateText(before) && { text: templateText(template) }),
    })
  }
  const templateText = (template: RollCallTemplate) => (template === 'other' ? '' : text(`rollCalls.text.${template}`))
  const send = (body: Body, isSeparate: boolean) =>
    ask.mutate(
      { form: body, isSeparate, clientId: isSeparate ? ids.separate : ids.first },
      {
        onSuccess: ({ isExisting, ...rollCall }) => (isExisting ? setJoined({ rollCall, form: body }) : onAsked(rollCall)),
        onError: (error) => form.setErrors(fieldErrorsOf(error)),
        onSettled: () => setConfirmed(null),
      },
    )
  if (joined) {
    return (
      <Dialog isOpen onClose={() => onAsked(joined.rollCall)} title={text('rollCalls.one')}>
        <div className={css.fields}>
          <p>{text('rollCalls.joined')}</p>
          <div className={css.buttons}>
            <Button variant="default" loading={ask.isPending} onClick={() => send(joined.form, true)}>
              {text('rollCalls.askAnyway')}
            </Button>
            <Button data-autofocus onClick={() => onAsked(joined.rollCall)}>
              {text('rollCalls.show')}
            </Button>
          </div>
        </div>
      </Dialog>
    )
  }
  return (
    <>
      <FormDialog
        title={text('rollCalls.new')}
        onClose={onClose}
        onSubmit={form.onSubmit((body) => setConfirmed(body))}
        submitLabel={text('rollCalls.ask')}
        isBusy={ask.isPending}
        hasUnsaved={form.isDirty()}
      >
        <ChoiceField
          label={text('rollCalls.template')}
          data={RollCallTemplate.options.map((value) => ({ value, label: text(`rollCalls.template.${value}`) }))}
          value={values.template}
          onChange={({ currentTarget }) => changeTemplate(currentTarget.value)}
          data-autofocus
        />
        <TextInput label={text('rollCalls.formTitle')} required maxLength={TITLE_MAX} {...form.getInputProps('title')} />
        <Textarea label={text('rollCalls.formText')} autosize minRows={2} maxLength={TEXT_MAX} {...form.getInputProps('text')} />
        {mayAskEveryone && !alert && (
          <Radio.Group label={text('rollCalls.audience')} {...form.getInputProps('audience')}>
            <div className={css.choices}>
              <Radio value="everyone" label={text('rollCalls.audience.everyone')} />
              <Radio value="groups" label={text('rollCalls.audience.groups')} />
              <Radio value="area" label={text('rollCalls.audience.area')} />
            </div>
          </Radio.Group>
        )}
        {values.audience === 'groups' && (
          <Checkbox.Group label={text('rollCalls.audience.groups')} {...form.getInputProps('threadIds')}>
            <div className={css.choices}>
              {groups.map(({ threadId, name }) => (
                <Checkbox key={threadId} value={threadId} label={name} />
              ))}
            </div>
            {form.errors['audience.threadIds'] && <FieldError>{form.errors['audience.threadIds']}</FieldError>}
          </Checkbox.Group>
        )}
        {values.audience === 'area' && <AreaFields form={form} />}
        {!alert && <Switch label={text('rollCalls.urgent')} {...form.getInputProps('isUrgent', { type: 'checkbox' })} />}
        <Switch label={text('rollCalls.isDrill')} {...form.getInputProps('isDrill', { type: 'checkbox' })} />
        <QuestionFields form={form} />
      </FormDialog>
      {confirmed && (
        <ConfirmDialog
          isOpen
          onClose={() => setConfirmed(null)}
          onConfirm={() => send(confirmed, false)}
          title={text('rollCalls.askConfirm', { audience })}
          confirmLabel={text('rollCalls.ask')}
          isBusy={ask.isPending}
        >
          <p>
            <b>{confirmed.title}</b>
          </p>
          {confirmed.isDrill && <p>{text('rollCalls.isDrill')}</p>}
          {confirmed.isUrgent && <p>{text('rollCalls.urgent')}</p>}
        </ConfirmDialog>
      )}
    </>
  )
}
