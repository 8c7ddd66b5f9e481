import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { LANGUAGES } from '@noroshi/contract/i18n'
import { RADIO_TRANSMISSION_MS } from '@noroshi/contract/limits'
import type { RadioChat, RadioFloor, RadioLocation } from '@noroshi/contract/radio/radio.http'
import type { ChatRow, LocationRow } from './radio.sql.ts'

export const presentRadioChat = (row: ChatRow, startedBy: Person, members: Person[]): RadioChat => ({
  id: row.id,
  MessageThreadId: row.thread_id,
  startedBy,
  startedAt: row.started_at.toISOString(),
  members,
  endedAt: row.ended_at?.toISOString() ?? null,
  version: row.version,
})

/** @param speaker the user of `row.speaker_id` */
export const presentFloor = (row: ChatRow, speaker: Person | null, queue: string[]): RadioFloor => ({
  messageThreadId: row.thread_id,
  radioChatId: row.id,
  speakerId: row.speaker_id,
  speaker,
  endpointId: row.endpoint_id,
  transmissionId: row.transmission_id,
  language: LANGUAGES.find((language) => language === row.language) ?? null,
  endsWithUtterance: row.ends_with_utterance ?? false,
  endsAt: row.granted_at === null ? null : new Date(row.granted_at.getTime() + RADIO_TRANSMISSION_MS).toISOString(),
  queue,
  version: row.floor_version,
})

export const presentRadioLocation = (row: LocationRow, user: Person): RadioLocation => ({
  user,
  latitude: row.latitude,
  longitude: row.longitude,
  accuracy: row.accuracy,
  at: row.at.toISOString(),
})
