import { type AccessRule, groupMembersOnly, members } from './access-rules.ts'

export const speechAccessRules: Record<string, AccessRule> = {
  'GET /speech-recognition/languages': { outcomes: members },
  'PUT /speech-recognition/transcripts/:id': { outcomes: groupMembersOnly },
  'POST /speech-recognition/send-command-to-nlp-server': { outcomes: members },
  'GET /speech-recognition/tfjs-url': { outcomes: members },
  'POST /audio-stream': { outcomes: groupMembersOnly },
}
