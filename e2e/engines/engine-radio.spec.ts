import { expect } from '@playwright/test'
import type { Person } from '../fixtures/person.ts'
import { hold, letGo, measurePlayedSound, openRadio, playedEnergy } from '../fixtures/scenes/radio.ts'
import { textsIn } from '../fixtures/texts.ts'
import { createChatOf } from './chat-of.ts'
import type { FirefoxDevice } from './firefox-device.ts'
import { expectShown, test } from './engine-journey.ts'

const en = textsIn('en')

test('a talk on the radio is heard, and its recording stays', async ({ engine, user, deviceOf }) => {
  test.skip(engine === 'webkit', 'WebKitGTK’s mock microphone gives no voice')
  const [aiko, ben] = await Promise.all([user('Aiko'), user('Ben')])
  const threadId = await createChatOf(aiko, ben)
  const devices = [await deviceOf(aiko, 'Aiko'), await deviceOf(ben, 'Ben')]
  const people = devices.map((device) => (device as FirefoxDevice).person) // `as`: the only engine here
  const [aikoPerson, benPerson] = people
  if (!aikoPerson || !benPerson) throw new Error('two people take part')
  await measurePlayedSound(benPerson)
  for (const person of people) await openRadio(person, en, threadId)

  const floorOf = ({ page }: Person) => page.getByRole('region', { name: en('radio.title') })
  const before = await playedEnergy(benPerson)
  await hold(aikoPerson, en)
  await expectShown(floorOf(aikoPerson).getByText(en('radio.floor.mine'), { exact: true }))
  await expectShown(floorOf(benPerson).getByText(en('radio.floor.other', { name: 'Aiko' }), { exact: true }))
  await expect.poll(async () => (await playedEnergy(benPerson)) - before, { timeout: 20_000 }).toBeGreaterThan(0.01)
  await letGo(aikoPerson)
  for (const person of people) await expectShown(floorOf(person).getByText(en('radio.floor.free'), { exact: true }))
})
