import { defineFeature } from '../feature.ts'
import { speechRoutes } from './speech.http.ts'
import { speechMessages } from './speech.messages.ts'
import { transcriptMessages } from './transcripts.messages.ts'

export const speech = defineFeature({
  tag: 'speech',
  about: 'Speech recognition',
  routes: { speech: speechRoutes },
  messages: [speechMessages, transcriptMessages],
})
