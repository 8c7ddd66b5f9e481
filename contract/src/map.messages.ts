import { defineMessages } from './i18n.ts'

export const mapMessages = defineMessages({})
