import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { UnitsState } from '@noroshi/contract/units/units.http'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { listText } from '../../../platform/language/list-text.ts'
import { timeOfDay } from '../../../platform/language/time.ts'
import css from '../../../shared/admin/admin.module.css'
import { saveFile } from '../../../ui/forms/save-file.ts'
import { Notice } from '../../../ui/states/notice.tsx'
import { ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { toastSuccess } from '../../../ui/states/toast.tsx'
import { CompareDigits } from './compare-digits.tsx'
import { FileChooser } from './file-chooser.tsx'
import { GroupUnits } from './group-units.tsx'
import { JoinGroup } from './join-group.tsx'
import { UnitFolder } from './unit-folder.tsx'
import own from './units.module.css'
import { APPLYING_EVERY_MS, unitsQuery, useAdmitUnit, useCreateCode, useReadFile } from './units.queries.ts'

/** The units that exchange data with this server. */
export function UnitsAdmin() {
  const text = useText()
  const { data, error, refetch } = useQuery(unitsQuery)
  if (!data) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('units.failed')} />
    ) : (
      <ListSkeleton rows={2} />
    )
  }
  return (
    <>
      <p className={css.note}>{text('units.about')}</p>
      {data.group === null ? <JoinGroup /> : <Group state={data} group={data.group} />}
    </>
  )
}

function Group({
  state: { units, notUnderstood, waiting, folder },
  group,
}: {
  state: UnitsState
  group: NonNullable<UnitsState['group']>
}) {
  const text = useText()
  const read = useReadFile()
  const readFile = (file: File) =>
    read.mutate(file, { onSuccess: ({ name, isNew }) => toastSuccess(isNew ? 'units.fileNew' : 'units.fileOld', { name }) })
  return (
    <section className={css.part} aria-labelledby="group-of-units">
      <div className={css.head}>
        <h2 id="group-of-units">
          {text('units.group')}: {group.name}
        </h2>
      </div>
      <div className={own.body}>
        {!group.isSharing && <Notice role="status">{text('units.notSharing')}</Notice>}
        {notUnderstood > 0 && <Notice role="status">{text('units.notUnderstood', { count: notUnderstood })}</Notice>}
        {waiting > 0 && <Notice role="status">{text('units.waiting', { count: waiting })}</Notice>}
        {units.map((unit) => unit.digits !== null && <CompareDigits key={unit.id} unit={unit} digits={unit.digits} />)}
        {group.isSharing && (
          <div className={own.buttons}>
            <FileChooser label={text('units.readFile')} accept=".age" isBusy={read.isPending} onChoose={readFile} />
          </div>
        )}
        {read.isPending && <Reading waiting={waiting} />}
      </div>
      <GroupUnits units={units} group={group} />
      {group.isFounder && group.isSharing && <Admission />}
      <UnitFolder folder={folder} />
    </section>
  )
}

/** A file is being read: how far it is applied. */
function Reading({ waiting }: { waiting: number }) {
  const text = useText()
  useQuery({ ...unitsQuery, refetchInterval: APPLYING_EVERY_MS })
  return waiting === 0 && <p role="status">{text('units.reading')}</p>
}

/** The founder admits units, by a code or by their request files. */
function Admission() {
  const text = useText()
  const language = useLanguage()
  const [code, admit] = [useCreateCode(), useAdmitUnit()]
  const admitFile = (file: File) =>
    void file.text().then((content) =>
      admit.mutate(content, {
        onSuccess(answer) {
          saveFile(new Blob([answer.file]), 'noroshi-unit-answer.json')
          toastSuccess('units.admitted')
        },
      }),
    )
  return (
    <section className={css.part} aria-labelledby="unit-admission">
      <div className={css.head}>
        <h2 id="unit-admission">{text('units.admission')}</h2>
      </div>
      <div className={own.body}>
        <p>{text('units.admissionNote')}</p>
        <div className={own.buttons}>
          <Button variant="default" loading={code.isPending} onClick={() => code.mutate()}>
            {text('units.createCode')}
          </Button>
          <FileChooser label={text('units.admit')} accept=".json" isBusy={admit.isPending} onChoose={admitFile} />
        </div>
        {code.data && (
          <div role="status">
            <p>{text('units.codeNote', { time: timeOfDay(code.data.expiresAt, language) })}</p>
            <p className={own.code} translate="no">
              {code.data.code}
            </p>
            {code.data.addresses.length > 0 && (
              <p>{text('units.ownAddress', { addresses: listText(code.data.addresses, language) })}</p>
            )}
          </div>
        )}
      </div>
    </section>
  )
}
