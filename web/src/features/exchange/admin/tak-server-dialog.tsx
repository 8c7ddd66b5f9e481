import { PasswordInput, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type TakIdentity, type TakServer, TakServerForm } from '@noroshi/contract/exchange/tak.http'
import { parseWhole } from '@noroshi/contract/text/numbers'
import { formRules, submitCallbacks } from '../../../platform/forms/form-rules.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { type ChosenFile, TakFileField } from './tak-file-field.tsx'
import { useSaveTakServer } from './tak-server.queries.ts'

const PORT = '8089'
const ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

const valuesOf = (server: TakServer | null) => ({
  recipient: server?.recipient ?? '',
  host: server?.host ?? '',
  port: server === null ? PORT : String(server.port),
  certificateName: server?.certificateName ?? '',
  isTest: server?.isTest ?? true,
  includesNames: server?.includesNames ?? false,
  includesTexts: server?.includesTexts ?? false,
  includesPeople: server?.includesPeople ?? false,
  includesDrills: server?.includesDrills ?? false,
  certificate: null as ChosenFile | null,
  key: null as ChosenFile | null,
  password: '',
  authority: null as ChosenFile | null,
})
type Values = ReturnType<typeof valuesOf>

function identityOf({ certificate, key, password }: Values): TakIdentity | undefined {
  if (certificate === null) return undefined
  // A file of PEM may have both.
  if (certificate.isText) return { format: 'pem', certificate: certificate.content, key: (key ?? certificate).content, password }
  return { format: 'p12', file: certificate.content, password }
}

function bodyOf(values: Values) {
  const { certificate: _, key: __, password: ___, authority, port, ...fields } = values
  const identity = identityOf(values)
  return {
    ...fields,
    port: parseWhole(port) ?? 0,
    ...(identity && { identity }),
    ...(authority && { authority: authority.content }),
  }
}

/** Sets the connection to a TAK server. @param server null: there is none yet */
export function TakServerDialog({ server, onClose }: { server: TakServer | null; onClose: () => void }) {
  const text = useText()
  const save = useSaveTakServer()
  const form = useForm({ initialValues: valuesOf(server), ...formRules(TakServerForm, bodyOf) })
  const submit = form.onSubmit((values) => save.mutate(values, submitCallbacks(form, onClose)))
  const plain = { inputWrapperOrder: ORDER, autoCapitalize: 'none', spellCheck: false }
  const flag = (name: 'isTest' | 'includesNames' | 'includesTexts' | 'includesPeople' | 'includesDrills') =>
    form.getInputProps(name, { type: 'checkbox' })
  return (
    <FormDialog
      title={text('takServer.title')}
      onClose={onClose}
      onSubmit={submit}
      isBusy={save.isPending}
      hasUnsaved={form.isDirty()}
    >
      <TextInput
        label={text('takServer.recipient')}
        description={text(server === null ? 'takServer.recipientHint' : 'takServer.recipientChanges')}
        inputWrapperOrder={ORDER}
        required
        data-autofocus
        {...form.getInputProps('recipient')}
      />
      <TextInput
        label={text('takServer.host')}
        description={text('takServer.hostHint')}
        {...plain}
        inputMode="url"
        required
        {...form.getInputProps('host')}
      />
      <TextInput
        label={text('takServer.port')}
        description={text('takServer.portHint')}
        {...plain}
        inputMode="numeric"
        required
        {...form.getInputProps('port')}
      />
      <TextInput
        label={text('takServer.certificateName')}
        description={text('takServer.certificateNameHint')}
        {...plain}
        {...form.getInputProps('certificateName')}
      />
      {server !== null && <p>{text('takServer.keptFiles')}</p>}
      <TakFileField
        label={text('takServer.authority')}
        accept=".pem,.crt,.cer"
        file={form.values.authority}
        onChange={(file) => form.setFieldValue('authority', file)}
      />
      <TakFileField
        label={text('takServer.identity')}
        accept=".p12,.pfx,.pem,.crt,.cer"
        file={form.values.certificate}
        onChange={(file) => form.setFieldValue('certificate', file)}
      />
      {form.values.certificate?.isText === true && (
        <TakFileField
          label={text('takServer.key')}
          hint={text('takServer.keyHint')}
          accept=".pem,.key"
          file={form.values.key}
          onChange={(file) => form.setFieldValue('key', file)}
        />
      )}
      {form.values.certificate !== null && (
        <PasswordInput
          label={text('takServer.password')}
          autoComplete="off"
          {...form.getInputProps('password')}
          error={form.errors['identity.password']}
        />
      )}
      <p>{text('takServer.always')}</p>
      <Switch label={text('takServer.names')} description={text('exchange.namesHint')} {...flag('includesNames')} />
      <Switch label={text('exchange.texts')} {...flag('includesTexts')} />
      <Switch label={text('takServer.people')} description={text('takServer.peopleHint')} {...flag('includesPeople')} />
      <Switch label={text('exchange.drills')} {...flag('includesDrills')} />
      <Switch label={text('takServer.isTest')} description={text('exchange.isTestHint')} {...flag('isTest')} />
    </FormDialog>
  )
}
