/** The kinds of content of a column of the file. */
export const FIELDS = ['name', 'lastName', 'firstName', 'email', 'phone'] as const
export type Field = (typeof FIELDS)[number]
/** The index of the column of each field; null: the file does not have it. */
export type Columns = Readonly<Record<Field, number | null>>

/** The headers of each field. Spaces, some signs and capital letters do not matter. */
const HEADERS: Readonly<Record<Field, readonly string[]>> = {
  name: ['name', 'full name', 'display name', '氏名', '名前', 'お名前', '姓名', '会員名', '表示名'],
  lastName: ['last name', 'family name', 'surname', '姓', '苗字', '名字', '氏'],
  firstName: ['first name', 'given name', '名'],
  email: ['email', 'mail', 'email address', 'mail address', 'メール', 'メールアドレス', 'eメール', '電子メール', 'emailアドレス'],
  phone: [
    'phone',
    'phone number',
    'telephone',
    'telephone number',
    'tel',
    'mobile',
    'mobile phone',
    'cell phone',
    '電話',
    '電話番号',
    '携帯',
    '携帯電話',
    '携帯番号',
    '携帯電話番号',
  ],
}

const plain = (header: string): string =>
  header
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_.:-]/g, '')

export const NO_COLUMNS: Columns = { name: null, lastName: null, firstName: null, email: null, phone: null }

const indexOfHeader = (cells: readonly string[], field: Field): number => {
  const known = HEADERS[field].map(plain)
  return cells.findIndex((cell) => known.includes(plain(cell)))
}

/** Whether the first row of a file names the columns: it has a known header, or no email address. */
export const isHeader = (cells: readonly string[]): boolean =>
  FIELDS.some((field) => indexOfHeader(cells, field) !== -1) || !cells.some((cell) => cell.normalize('NFKC').includes('@'))

/**
 * Returns the columns that a header names. Without a header, the column with an email address, and the first other one as the
 * name.
 */
export function guessColumns(first: readonly string[], isNamed: boolean): Columns {
  if (isNamed) {
    const found = FIELDS.map((field): [Field, number | null] => {
      const index = indexOfHeader(first, field)
      return [field, index === -1 ? null : index]
    })
    const columns: Columns = { ...NO_COLUMNS, ...Object.fromEntries(found) }
    // A whole name is not needed beside its parts.
    return columns.firstName !== null && columns.lastName !== null ? { ...columns, name: null } : columns
  }
  const email = first.findIndex((cell) => cell.normalize('NFKC').includes('@'))
  const name = first.findIndex((_, index) => index !== email)
  return { ...NO_COLUMNS, name: name === -1 ? null : name, email: email === -1 ? null : email }
}
