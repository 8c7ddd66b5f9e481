import { expect, test } from 'vitest'

const sources = import.meta.glob<string>('../../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })
const styles = import.meta.glob('../../../../node_modules/@mantine/core/styles/*.layer.css')

test('the styles of all Mantine components in use are loaded: without them a slider or a checkbox is invisible', () => {
  const used = new Set(
    Object.values(sources)
      .flatMap((text) => [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)])
      .flatMap(([, names = '']) => names.split(',').map((name) => name.trim())),
  )
  expect(used).toContain('Button')
  const withStyle = [...used].filter((name) => Object.keys(styles).some((file) => file.endsWith(`/${name}.layer.css`)))
  expect(withStyle).toContain('Button')
  const loaded = sources['./styles.ts'] ?? ''
  expect(withStyle.filter((name) => !loaded.includes(`/${name}.layer.css'`))).toEqual([])
})
