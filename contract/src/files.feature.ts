import { defineFeature } from './feature.ts'
import { filesMessages } from './files.messages.ts'

export const files = defineFeature({
  tag: 'files',
  about: 'Uploaded files and their previews, by the addresses of other replies',
  messages: [filesMessages],
})
