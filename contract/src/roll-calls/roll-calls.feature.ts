import { defineFeature, described } from '../feature.ts'
import { rollCallCommands, rollCallEvents } from './roll-calls.events.ts'
import { answerLinkRoutes, rollCallRoutes } from './roll-calls.http.ts'
import { rollCallMessages } from './roll-calls.messages.ts'

export const rollCalls = defineFeature({
  tag: 'roll-calls',
  about: 'Roll-calls, which ask people whether they are safe, and their answers',
  routes: { rollCalls: rollCallRoutes, answerLinks: answerLinkRoutes },
  events: described(rollCallEvents, {
    'roll-call:asked': 'People are asked whether they are safe.',
    'roll-call:opened': 'A roll-call began, for its asker and administrators.',
    'roll-call:ended': 'A roll-call ended. It has its numbers and a text.',
    'roll-call:answered': 'The user opened the question, or an answer of theirs was stored: it closes on all of their devices.',
    'roll-call:dependant': 'A dependant of the user is asked, or there is an answer about them.',
    'roll-call:repeat': 'The question is shown again to a user who has not answered.',
    'roll-call:tally': 'The numbers of an open roll-call, at most once a second, for open pages with them.',
  }),
  commands: described(rollCallCommands, {
    'roll-call:join': 'Joins a roll-call to receive its numbers.',
    'roll-call:leave': 'Leaves a roll-call.',
    'roll-call:delivered': 'Records that the device has questions. The acknowledgement follows the commit.',
  }),
  messages: [rollCallMessages],
})
