import { defineFeature, described } from '../feature.ts'
import { adminRecordMessages } from './admin-record.messages.ts'
import { recordEvents } from './record.events.ts'
import { recordRoutes } from './record.http.ts'
import { recordMessages } from './record.messages.ts'

export const record = defineFeature({
  tag: 'record',
  about: 'The records of alerts and of the audit log, which prove themselves',
  routes: { record: recordRoutes },
  events: described(recordEvents, { 'record:heads': 'The signed states of the records with new entries, each hour.' }),
  messages: [recordMessages],
  adminMessages: [adminRecordMessages],
})
