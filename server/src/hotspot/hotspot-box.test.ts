import { readdir, readFile, stat } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { CHECK_HOSTS } from '#/features/hotspot/connectivity-checks.ts'
import { IS_LONG } from '#/testing/long-test.ts'
import { HotspotBox, obstacleToBox } from '#/testing/processes/hotspot-box.ts'
import { EXPECTED_CHECKS } from '#/testing/scenes/expected-checks.ts'

/** The internet check, the answer of the server and the question of the hotspot take up to 30 s each. */
const PATIENT = { timeout: 120_000, interval: 1000 }
/** Max milliseconds of what fails at once. */
const AT_ONCE = 1500
const obstacle = IS_LONG ? obstacleToBox() : 'npm run test:long runs it'

test(`a phone on the hotspot${obstacle === null ? '' : ` (left out: ${obstacle})`}`, { timeout: 300_000 }, async (context) => {
  if (obstacle !== null) context.skip(obstacle)
  await using box = await HotspotBox.create()
  const etcBefore = (await readdir(box.at('etc'), { recursive: true })).toSorted()

  // Without internet: the installation alone makes the network.
  const installed = await box.command('install', ['--interface', 'eth0', '--name', 'Shelter', '--passphrase', 'signal fire'])
  expect(installed).toContain('Wi-Fi: Shelter\nPassphrase: signal fire\nQR code: WIFI:T:WPA;S:Shelter;P:signal fire;;')
  expect((await stat(box.at('lib/noroshi-hotspot/installed.json'))).mode & 0o777).toBe(0o640)
  expect(await box.onBox('cat', ['/etc/systemd/system/noroshi.service.d/hotspot.conf'])).toContain('=shelter.lan,noroshi.lan"')
  await box.startServer()
  const [address, router, timeServer, portal] = await box.joinWithPhone()
  expect(address).toMatch(/^100\.64\.7[6-9]\.\d+\/22$/)
  expect([router, timeServer]).toEqual(['100.64.76.1', '100.64.76.1'])
  expect(Buffer.from(portal ?? '', 'hex').toString()).toBe('urn:ietf:params:capport:unrestricted')

  const own = await box.ask('noroshi.lan', 'noroshi', ...CHECK_HOSTS)
  expect(own.filter((result) => result.address !== '100.64.76.1')).toEqual([])
  expect(await box.ask('dns.msftncsi.com')).toMatchObject([{ address: '131.107.255.255' }])
  for (const { target, error, ms } of await box.ask('example.org', 'mask.icloud.com', 'use-application-dns.net', 'apple.com')) {
    expect(error, target).toBe('ENOTFOUND')
    expect(ms, target).toBeLessThan(AT_ONCE)
  }
  const replies = await box.ask(...EXPECTED_CHECKS.map(([url]) => url))
  expect(replies.map(({ target, status, body }) => [target, status, body])).toEqual(EXPECTED_CHECKS)
  for (const { error, ms } of await box.ask('198.18.0.1/', '8.8.8.8/', '8.8.4.4/', '1.1.1.1/')) {
    expect(error).toBe('EHOSTUNREACH')
    expect(ms).toBeLessThan(AT_ONCE)
  }
  expect(await box.ask('noroshi.lan/backend/api/hotspot')).toMatchObject([{ body: '{"hotspot":{"isWaiting":false}}' }])
  expect(await box.openPage('http://noroshi.lan/')).toContain('<title>Noroshi')

  // With internet: the names of the checks are asked of the internet, and the box still lets nothing through.
  await box.connectInternet()
  await expect.poll(() => box.ask('captive.apple.com'), PATIENT).toMatchObject([{ address: '198.18.0.1' }])
  const real = await box.ask(...CHECK_HOSTS, 'dns.msftncsi.com')
  expect(real.filter((result) => result.address !== '198.18.0.1')).toEqual([])
  expect(await box.ask('noroshi.lan', 'example.org')).toMatchObject([{ address: '100.64.76.1' }, { error: 'ENOTFOUND' }])
  const [refused] = await box.ask('captive.apple.com/hotspot-detect.html')
  expect(refused?.error).toBe('EHOSTUNREACH')
  expect(await box.countAtInternet()).toBe(0)
  expect(await box.countForwarded()).toBe(0)
  // The control: without the rule the same check reaches the internet, through a machine that passes packets on.
  await box.onBox('sh', ['-c', 'ip rule del priority 7676; echo 1 > /proc/sys/net/ipv4/conf/wan0/forwarding'])
  expect(await box.ask('captive.apple.com/hotspot-detect.html')).toMatchObject([{ status: 200, body: 'the internet' }])
  expect(await box.countForwarded()).toBeGreaterThan(0)

  // Undone: no file, no rule, no address.
  const removed = await box.command('remove')
  expect(removed).toContain('- /etc/noroshi-hotspot/run.sh')
  expect((await readdir(box.at('etc'), { recursive: true })).toSorted()).toEqual(etcBefore)
  expect(await readdir(box.at('lib'))).toEqual([])
  expect(await box.onBox('ip', ['rule'])).not.toMatch(/prohibit|7676/)
  expect(await box.onBox('ip', ['-6', 'rule'])).not.toMatch(/prohibit|7676/)
  expect(await box.onBox('ip', ['address', 'show', 'dev', 'eth0'])).not.toContain('100.64.76.1')
  const values = ['/proc/sys/net/ipv4/conf/eth0/forwarding', '/proc/sys/net/ipv4/icmp_ratemask']
  expect(await box.onBox('cat', values)).toBe('0\n6168\n')
  expect(await box.onBox('sh', ['-c', 'ls /run; ss --no-header --listening --udp'])).not.toMatch(/noroshi-hotspot|:(53|67) /)
  expect(await box.command('remove')).toBe('There is no hotspot to remove.\n')
  expect(await readFile(box.at('hotspot.log'), 'utf8')).not.toContain('error')
})
