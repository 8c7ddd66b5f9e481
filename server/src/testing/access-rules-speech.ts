import { type AccessRule, groupMembersOnly, members } from './access-rules.ts'

export const speechAccessRules: Record<string, AccessRule> = {
  'GET /speech-recognition/languages': { outcomes: members },
  'POST /audio-stream': { outcomes: groupMembersOnly },
}
