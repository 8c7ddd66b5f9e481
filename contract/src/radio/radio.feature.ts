import { defineFeature, described } from '../feature.ts'
import { radioCommands, radioEvents } from './radio.events.ts'
import { radioFirstMessages } from './radio.first-messages.ts'
import { radioRoutes } from './radio.http.ts'
import { radioMessages } from './radio.messages.ts'

export const radio = defineFeature({
  tag: 'radio',
  about: 'Push-to-talk radio',
  routes: { radio: radioRoutes },
  events: described(radioEvents, {
    'asr-chat:new': 'A radio chat of the user started.',
    'asr-chat:updated': 'Users joined or left a radio chat, or it ended.',
    'asr-chat:location': 'A member of the radio chat moved, or stopped sharing the location.',
    'radio:floor': 'The floor of the radio chat, or its queue, changed.',
    'radio:frame': 'Live sound of the user who has the floor.',
    'radio:end': 'A transmission ended.',
    'message:transcribe-message': 'The text of the current transmission so far.',
  }),
  commands: described(radioCommands, {
    'asr-chat:join': 'Joins the running radio chat of a thread with this page.',
    'asr-chat:leave': 'Leaves the radio chat with this page.',
    'radio:floor': 'Requests the floor, or a position in its queue.',
    'radio:release': 'Ends the transmission of this page, or leaves the queue.',
    'radio:frame': 'Sends a frame of the page’s transmission, without an acknowledgement.',
    'radio:outcome': 'Waits for the message of a transmission that has ended.',
  }),
  messages: [radioMessages],
  firstMessages: [radioFirstMessages],
})
