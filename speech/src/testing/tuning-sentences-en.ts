// cspell:disable -- names of people

import { type CommandSentences, lines, person } from './sentence-lists.ts'

/** English sentences that set the confidence of a command. */
export const TUNING_EN: CommandSentences = {
  contacts: [
    person('kenji', 'Kenji', 'Tanaka'),
    person('maria', 'Maria', 'Lopez'),
    person('john', 'John', 'Smith'),
    person('priya', 'Priya', 'Sharma'),
    person('ahmed', 'Ahmed', 'Hassan'),
    person('emily', 'Emily', 'Brown'),
    person('kenta', 'Kenta', ''),
    person('robert', 'Robert', ''),
    person('yuki', 'Yuki', 'Sato'),
    person('anna', 'Anna', ''),
    person('team', 'River Team', ''),
    person('watch', 'Fire Watch', ''),
  ],
  commands: {
    'call Kenji Tanaka': 'call kenji',
    'call John Smith': 'call john',
    'phone Maria Lopez': 'call maria',
    'ring Emily Brown': 'call emily',
    'call Priya Sharma': 'call priya',
    'call Ahmed': 'call ahmed',
    'call Kenta': 'call kenta',
    'phone Robert': 'call robert',
    'call Yuki Sato': 'call yuki',
    'call fire watch': 'call watch',
    'ring Anna': 'call anna',
    'message Anna': 'message anna',
    'message Ahmed Hassan': 'message ahmed',
    'text Robert': 'message robert',
    'send a message to Priya Sharma': 'message priya',
    'message John Smith the road is closed': 'message john',
    'send a message to River Team we need water': 'message team',
    'tell Maria Lopez I am on my way': 'message maria',
    'text Yuki Sato please bring the keys': 'message yuki',
    'S O S': 'sos',
    'send an S O S': 'sos',
    emergency: 'sos',
    'raise an alarm': 'sos',
    'send an alert': 'sos',
    radio: 'asrChat',
    'start the radio': 'asrChat',
    'start radio chat': 'asrChat',
    'open the radio': 'asrChat',
    'radio River Team': 'asrChat team',
    'start radio chat with Emily Brown': 'asrChat emily',
    'read my messages': 'readMessages',
    'show my messages': 'readMessages',
    yes: 'confirm',
    'yes please': 'confirm',
    confirm: 'confirm',
    'send it': 'confirm',
    cancel: 'stop',
    stop: 'stop',
    'stop listening': 'stop',
    no: 'stop',
    'never mind': 'stop',
    'do not send': 'stop',
  },
  ordinary: lines(`
    the weather is nice today and we went to the market
    I think the meeting starts at nine
    could you pass me the salt please
    she said the train was late again
    my brother has two dogs and a cat
    what did you eat for lunch
    turn left at the second corner
    we should paint the kitchen blue
    the children are playing in the garden
    thank you very much
    I heard it on the radio yesterday
    there was no one at the station
    good morning everyone
    how are you doing today
    I do not know what he wants
    let us go home now
    it is raining outside
    where did you put my glasses
    he called me last night around ten
    please call me when you get home
    they sent a letter to the school
    I got a message from my sister
    the emergency room was full all night
    turn the radio down a little
    we stopped at the gas station
    no one told me about the party
    yes I saw him at the office yesterday
    never say that again
    I want to cancel my dentist appointment
    can you send the package tomorrow
    John and Maria went to the beach
    my friend Anna plays the piano
    Robert fixed the fence on Sunday
    I met Emily at the library
    the Brown family moved to Texas
    Kenji likes to swim in the river
    the river is higher than last year
    a fire truck passed our house
    I watched a movie about a shipwreck
    the team won three games in a row
    dinner will be ready in ten minutes
    this soup needs more pepper
    the bus leaves every half hour
    I forgot my umbrella at work
    do you have any change for the machine
    our neighbour bought a new car
    the baby slept all afternoon
    put the boxes on the table
    I read a good book about ships
    she reads the newspaper every morning
    the alarm clock did not ring today
    alarm bells are ringing in the tower
    the phone is on the kitchen table
    my phone number has changed
    what a beautiful ring you have
    the text was too small to read
    he sends his regards to your mother
    they opened the windows to let in air
    start the car before it gets cold
    the show starts at eight
    listen to the birds
    mind the step at the door
    is there any coffee left
    I would like a glass of water
    we need to buy bread and milk
    the road was closed because of snow
    a tree fell on the power line
    stay away from the window
    the doctor will see you soon
    keep the door closed please
    I am tired and I want to sleep
    that was a very long meeting
    how much does this cost
    the printer is out of paper
    who is going to drive tonight
    we have known each other for years
    the dog barked at the mailman
    it takes an hour to get there
    her birthday is in October
    my shoes are wet
    I will be back in a minute
    maybe we can go next week
    that is not what I meant
    the lights went out for an hour
    look at the stars tonight
    this is the best cake I ever had
    the river team practises on Saturday mornings
    he is a member of the fire brigade
    everybody was calling at the same time
    nobody answered the phone
    my mother told me a story
    tell me about your holiday
    text books are expensive
    the message on the wall was strange
    confirm your address with the bank by Friday
    the flight was cancelled because of fog
    there is no sugar in my tea
    yesterday we walked along the coast
    it was an emergency landing
    so I said to him that it was fine
    send my love to your parents
    radio waves travel at the speed of light
  `),
}
