import { Textarea, TextInput } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { ALERT_TEXT_MAX, NAME_MAX } from '@noroshi/contract/limits'
import { useOwnLocation } from '../../../platform/device/own-location.ts'
import { newId } from '../../../platform/ids.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { alertHref } from '../../../platform/paths/paths.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { useUnit } from '../../../platform/session/unit.ts'
import { LocationMap } from '../../../shared/location/location-map.tsx'
import { PersonPicker } from '../../../shared/people/person-picker.tsx'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import type { LatLng } from '../../../ui/map/distance.ts'
import type { MapMarker } from '../../../ui/map/map-types.ts'
import css from './information-dialog.module.css'
import { deliverSosForOther } from './unsent-sos.ts'

const noMarkers: readonly MapMarker[] = []

interface Props {
  /** Absent: the user may choose a member or type a name. */
  person?: Person | undefined
  onClose: () => void
}

/**
 * Raises an SOS for another person, at a location on the map or described in words. The own location of the device is the
 * centre of the map and is not sent. Without a connection, the SOS waits in the outbox like any other one.
 */
export function RaiseForDialog({ person: given, onClose }: Props) {
  const text = useText()
  const me = useCurrentUser()
  const here = useOwnLocation()
  const unit = useUnit()
  const { history } = useRouter()
  const [clientId] = useState(newId)
  const [picked, setPicked] = useState<Person | null>(null)
  const [name, setName] = useState('')
  const [words, setWords] = useState('')
  const [location, setLocation] = useState<LatLng | null>(null)
  const [isBusy, setBusy] = useState(false)
  const person = given ?? picked
  const isDescribed = location !== null || words.trim() !== ''
  const hasUnsaved = isDescribed || picked !== null || name.trim() !== ''

  const send = async () => {
    setBusy(true)
    const raisedFor = { userId: person?.id ?? null, name: person ? nameOf(person) : name.trim() }
    const reply = await deliverSosForOther({ clientId, location, textContent: words.trim(), raisedFor })
    onClose()
    if (reply) history.push(alertHref(reply.id, reply.alertMessageThread.MessageThreadId))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isDescribed) void send()
  }
  return (
    <FormDialog
      title={given ? text('alerts.forOther.of', { name: nameOf(given) }) : text('alerts.forOther')}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={text('alerts.forOther.send')}
      isReady={isDescribed}
      isBusy={isBusy}
      hasUnsaved={hasUnsaved && !isBusy}
    >
      <p>{text('alerts.forOther.note')}</p>
      <Textarea
        label={text('alerts.forOther.words')}
        data-autofocus
        autosize
        minRows={2}
        maxRows={6}
        maxLength={ALERT_TEXT_MAX}
        value={words}
        onChange={({ currentTarget: { value } }) => setWords(value)}
      />
      {!given && (
        <PersonPicker
          label={text('alerts.forOther.member')}
          excludedIds={me ? [me.id] : []}
          chosen={picked ? [picked] : []}
          onPick={(next) => setPicked(next.id === picked?.id ? null : next)}
        />
      )}
      {!person && (
        <TextInput
          label={text('alerts.forOther.name')}
          maxLength={NAME_MAX}
          value={name}
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
      )}
      <p>{text('alerts.forOther.map')}</p>
      <div className={css.map}>
        <LocationMap
          name={text('alerts.forOther.map')}
          markers={noMarkers}
          center={here ?? unit?.location}
          onPick={setLocation}
          picked={location}
        />
      </div>
    </FormDialog>
  )
}
