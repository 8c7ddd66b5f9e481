// cspell:disable -- names of people

import { type CommandSentences, lines, person } from './sentence-lists.ts'

/** English sentences that measure. */
export const HELD_OUT_EN: CommandSentences = {
  contacts: [
    person('olivia', 'Olivia', 'Carter'),
    person('david', 'David', 'Nguyen'),
    person('fatima', 'Fatima', 'Khan'),
    person('hiroshi', 'Hiroshi', 'Yamada'),
    person('grace', 'Grace', 'Wilson'),
    person('carlos', 'Carlos', 'Ramirez'),
    person('sophie', 'Sophie', ''),
    person('daniel', 'Daniel', ''),
    person('aisha', 'Aisha', 'Patel'),
    person('thomas', 'Thomas', 'Miller'),
    person('rescue', 'Rescue Team', ''),
    person('shelter', 'North Shelter', ''),
  ],
  commands: {
    'call Olivia Carter': 'call olivia',
    'call David Nguyen': 'call david',
    'phone Fatima Khan': 'call fatima',
    'ring Hiroshi Yamada': 'call hiroshi',
    'call Grace': 'call grace',
    'call Carlos Ramirez': 'call carlos',
    'phone Sophie': 'call sophie',
    'call Daniel': 'call daniel',
    'call Aisha Patel': 'call aisha',
    'ring Thomas Miller': 'call thomas',
    'call rescue team': 'call rescue',
    'call North Shelter': 'call shelter',
    'message Sophie': 'message sophie',
    'message Grace Wilson': 'message grace',
    'text Daniel': 'message daniel',
    'send a message to Olivia Carter': 'message olivia',
    'message Thomas Miller the bridge is open again': 'message thomas',
    'send a message to rescue team two people are hurt': 'message rescue',
    'tell Carlos Ramirez we are at the school': 'message carlos',
    'text Fatima Khan I am safe': 'message fatima',
    'S O S': 'sos',
    'send an S O S': 'sos',
    emergency: 'sos',
    'raise an alarm': 'sos',
    'send an alert': 'sos',
    radio: 'asrChat',
    'start the radio': 'asrChat',
    'start radio chat': 'asrChat',
    'open the radio': 'asrChat',
    'radio North Shelter': 'asrChat shelter',
    'start radio chat with David Nguyen': 'asrChat david',
    'read my messages': 'readMessages',
    'read the messages': 'readMessages',
    'show my messages': 'readMessages',
    yes: 'confirm',
    'yes please': 'confirm',
    confirm: 'confirm',
    'send it': 'confirm',
    cancel: 'stop',
    stop: 'stop',
    'stop listening': 'stop',
    'stop it': 'stop',
    no: 'stop',
    'never mind': 'stop',
    'do not send': 'stop',
  },
  ordinary: lines(`
    the sun comes up at half past five
    we had fish and rice for supper
    my uncle works at the harbour
    have you seen the new bridge
    I lost my wallet on the bus
    good evening and welcome
    nice to meet you
    I am sorry I am late
    see you on Friday
    what time is it
    that sounds like a good idea
    I have no idea where he is
    the shop on the corner is closed
    two tickets to the city please
    she bought a green coat last winter
    let me think about it for a while
    call it a day and go to bed
    did anybody call while I was out
    the call lasted almost an hour
    he never calls his parents
    I will call you back after dinner
    the message was not very clear
    she left a message on the machine
    I received forty messages this morning
    could you text me the address
    the text of the song is very old
    we heard the news on the radio
    this radio needs new batteries
    radio stations play the same songs
    in an emergency you should break the glass
    the emergency exit is behind the stage
    the ship sent out an S O S a hundred years ago
    an alarm went off in the building
    raise your hand if you know the answer
    send the bill to my office
    he sent flowers to his wife
    they were sending boxes to Africa
    stop worrying about the weather
    the bus stop is across the street
    we could not stop laughing
    the concert was cancelled at short notice
    you can cancel the order within a week
    yes we have rooms for tonight
    yes that is exactly what I thought
    no it is not far from here
    no thank you I have already eaten
    never put water on burning oil
    I do not mind if you open the window
    please read the instructions carefully
    reading is my favourite hobby
    show me your new pictures
    the show was over before midnight
    listening to music helps me to sleep
    confirm the date with your teacher tomorrow
    Olivia lives near the old church
    David forgot his lunch again
    Grace and Thomas got married in June
    Daniel is taller than his father
    Sophie has a cold this week
    I saw Carlos at the football game
    Fatima teaches mathematics in the evening
    the Millers have three children
    Carter was elected president
    the north wind is very cold
    the shelter has room for sixty cats
    the rescue of the miners took a week
    our team lost the final match
    the fire started in the kitchen
    the flood destroyed many houses
    the earthquake lasted twenty seconds
    is the water safe to drink
    we are staying with my grandparents
    bring warm clothes and a blanket
    the nurse will change the bandage
    his leg is broken in two places
    how many people live in this town
    the museum is free on Sundays
    I cannot find my keys anywhere
    she speaks Spanish and a little Greek
    the lake is frozen in winter
    please wash your hands before lunch
    my computer is very slow today
    the cat is sleeping on the sofa
    do you take milk in your tea
    the river flows into the sea
    he broke the window with a ball
    it is too dark to see anything
    the police closed the street
    I need a pair of scissors
    could you hold this for a moment
    our train leaves from platform four
    there are apples in the basket
    my back hurts when I sit too long
    the teacher wrote it on the board
    wait for me at the entrance
    we walked until our feet were sore
    the forecast says it will clear up
    a bird built its nest in our roof
    I would rather stay at home
    the soup is getting cold
    it does not matter any more
    ask your sister to help you
    this street is always noisy
    sorry I did not hear what you said
    phone lines are down in the valley
    the phone rang but it was a wrong number
  `),
}
