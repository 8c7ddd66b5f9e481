import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { JoinForm } from '@noroshi/contract/units/units.http'
import { formRules, submitCallbacks } from '../../../platform/forms/form-rules.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { ChoiceField } from '../../../shared/admin/choice-field.tsx'
import { lacsUnitsQuery } from '../../../shared/admin/lacs.queries.ts'
import fieldsCss from '../../../ui/forms/form.module.css'
import { saveFile } from '../../../ui/forms/save-file.ts'
import { LeaveGuard } from '../../../ui/forms/unsaved-guard.tsx'
import css from '../../../shared/admin/admin.module.css'
import { FileChooser } from './file-chooser.tsx'
import own from './units.module.css'
import { useJoinGroup, useReadAnswer, useStartGroup, useWriteRequest } from './units.queries.ts'

/** A server in no group joins one, over a link or by files, or starts one. */
export function JoinGroup() {
  const text = useText()
  return (
    <>
      <section className={css.part} aria-labelledby="join-group">
        <div className={css.head}>
          <h2 id="join-group">{text('units.join')}</h2>
        </div>
        <ByCode />
      </section>
      <section className={css.part} aria-labelledby="join-by-file">
        <div className={css.head}>
          <h2 id="join-by-file">{text('units.joinByFile')}</h2>
        </div>
        <ByFile />
      </section>
      <section className={css.part} aria-labelledby="start-group">
        <div className={css.head}>
          <h2 id="start-group">{text('units.start')}</h2>
        </div>
        <Start />
      </section>
    </>
  )
}

function ByCode() {
  const text = useText()
  const join = useJoinGroup()
  const form = useForm({ initialValues: { address: '', code: '' }, ...formRules(JoinForm) })
  const submit = form.onSubmit((values) =>
    join.mutate(
      values,
      submitCallbacks(form, () => form.reset()),
    ),
  )
  return (
    <form className={own.body} onSubmit={submit}>
      <LeaveGuard hasUnsaved={form.isDirty()} onDiscard={() => form.reset()} />
      <p>{text('units.joinNote')}</p>
      <div className={fieldsCss.fields}>
        <TextInput
          label={text('units.address')}
          placeholder="192.168.1.10:3000"
          autoCapitalize="none"
          spellCheck={false}
          required
          {...form.getInputProps('address')}
        />
        <TextInput
          label={text('units.code')}
          placeholder="XXXX-XXXX-XXXX-XXXX"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          {...form.getInputProps('code')}
        />
        <Button type="submit" loading={join.isPending}>
          {text('units.join')}
        </Button>
      </div>
    </form>
  )
}

function ByFile() {
  const text = useText()
  const [write, read] = [useWriteRequest(), useReadAnswer()]
  const save = () => write.mutate(undefined, { onSuccess: ({ file }) => saveFile(new Blob([file]), 'noroshi-unit-request.json') })
  return (
    <div className={own.body}>
      <p>{text('units.joinByFileNote')}</p>
      <div className={own.buttons}>
        <Button variant="default" loading={write.isPending} onClick={save}>
          {text('units.saveRequest')}
        </Button>
        <FileChooser
          label={text('units.readAnswer')}
          accept=".json"
          isBusy={read.isPending}
          onChoose={(file) => void file.text().then((content) => read.mutate(content))}
        />
      </div>
    </div>
  )
}

function Start() {
  const text = useText()
  const { data } = useQuery(lacsUnitsQuery)
  const start = useStartGroup()
  const [chosen, setChosen] = useState<string | null>(null)
  const units = data?.items ?? []
  const id = chosen ?? units[0]?.id
  return (
    <div className={own.body}>
      <p>{text('units.startNote')}</p>
      {data?.items.length === 0 && <p>{text('units.noLacsUnits')}</p>}
      {id !== undefined && (
        <div className={fieldsCss.fields}>
          <ChoiceField
            label={text('units.startUnit')}
            data={units.map((unit) => ({ value: unit.id, label: unit.unitName }))}
            value={id}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
          <Button variant="default" loading={start.isPending} onClick={() => start.mutate(id)}>
            {text('units.start')}
          </Button>
        </div>
      )}
    </div>
  )
}
