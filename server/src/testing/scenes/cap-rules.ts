import { readXml, type XmlElement } from '#/ports/xml/read-xml.ts'

// The rules of CAP 1.2 (OASIS Standard, 1 July 2010), written by us after its text: the published schema is in no package of npm or
// Debian. An element is listed with its number of occurrences, in the order of the schema.

type Count = '1' | '?' | '*' | '+'
type Elements = readonly (readonly [name: string, count: Count])[]

const ALERT: Elements = [
  ['identifier', '1'],
  ['sender', '1'],
  ['sent', '1'],
  ['status', '1'],
  ['msgType', '1'],
  ['source', '?'],
  ['scope', '1'],
  ['restriction', '?'],
  ['addresses', '?'],
  ['code', '*'],
  ['note', '?'],
  ['references', '?'],
  ['incidents', '?'],
  ['info', '*'],
]
const INFO: Elements = [
  ['language', '?'],
  ['category', '+'],
  ['event', '1'],
  ['responseType', '*'],
  ['urgency', '1'],
  ['severity', '1'],
  ['certainty', '1'],
  ['audience', '?'],
  ['eventCode', '*'],
  ['effective', '?'],
  ['onset', '?'],
  ['expires', '?'],
  ['senderName', '?'],
  ['headline', '?'],
  ['description', '?'],
  ['instruction', '?'],
  ['web', '?'],
  ['contact', '?'],
  ['parameter', '*'],
  ['resource', '*'],
  ['area', '*'],
]
const AREA: Elements = [
  ['areaDesc', '1'],
  ['polygon', '*'],
  ['circle', '*'],
  ['geocode', '*'],
  ['altitude', '?'],
  ['ceiling', '?'],
]
const VALUE: Elements = [
  ['valueName', '1'],
  ['value', '1'],
]

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[-+]\d\d:\d\d$/
const NAME = /^[^\s,<&]+$/
const DECIMAL = String.raw`-?\d+(?:\.\d+)?`
const PATTERNS: Readonly<Record<string, RegExp>> = {
  identifier: NAME,
  sender: NAME,
  sent: TIME,
  effective: TIME,
  onset: TIME,
  expires: TIME,
  status: /^(?:Actual|Exercise|System|Test|Draft)$/,
  msgType: /^(?:Alert|Update|Cancel|Ack|Error)$/,
  scope: /^(?:Public|Restricted|Private)$/,
  references: /^[^\s,]+,[^\s,]+,[^\s,]+(?:\s+[^\s,]+,[^\s,]+,[^\s,]+)*$/,
  addresses: /^(?:[^\s"]+|"[^"]+")(?:\s+(?:[^\s"]+|"[^"]+"))*$/,
  language: /^[a-z]{2,3}(?:-[A-Za-z0-9]+)*$/,
  category: /^(?:Geo|Met|Safety|Security|Rescue|Fire|Health|Env|Transport|Infra|CBRNE|Other)$/,
  urgency: /^(?:Immediate|Expected|Future|Past|Unknown)$/,
  severity: /^(?:Extreme|Severe|Moderate|Minor|Unknown)$/,
  certainty: /^(?:Observed|Likely|Possible|Unlikely|Unknown)$/,
  circle: new RegExp(`^${DECIMAL},${DECIMAL} ${DECIMAL}$`),
}
/** Elements whose text may be empty. */
const CONTAINERS = ['info', 'area', 'parameter', 'eventCode', 'geocode', 'resource']

function problemsOf(element: XmlElement, rules: Elements): string[] {
  const problems: string[] = []
  const order = element.children.map(({ name }) => rules.findIndex(([known]) => known === name))
  for (const [index, { name }] of element.children.entries()) {
    if (order[index] === -1) problems.push(`${element.name} has the unknown element ${name}`)
    else if (index > 0 && (order[index] ?? 0) < (order[index - 1] ?? 0)) problems.push(`${name} is in the wrong position`)
  }
  for (const [name, count] of rules) {
    const found = element.all(name)
    if ((count === '1' || count === '+') && found.length === 0) problems.push(`${element.name} lacks ${name}`)
    if ((count === '1' || count === '?') && found.length > 1) problems.push(`${element.name} has several ${name}`)
    for (const { text } of found) {
      if (!CONTAINERS.includes(name) && text === '') problems.push(`${name} is empty`)
      if (PATTERNS[name]?.test(text) === false) problems.push(`${name} has the wrong form: ${text}`)
    }
  }
  return problems
}

/** Returns what a document breaks of the rules of CAP 1.2; nothing for a valid one. */
export function capProblems(document: string): string[] {
  const alert = readXml(Buffer.from(document))
  const problems = problemsOf(alert, ALERT)
  if (alert.name !== 'alert') problems.push('the root is no alert')
  if (alert.attributes.get('xmlns') !== 'urn:oasis:names:tc:emergency:cap:1.2') problems.push('the namespace is wrong')
  if (alert.textOf('scope') === 'Private' && alert.textOf('addresses') === '') problems.push('a private message has no addresses')
  const isFirst = alert.textOf('msgType') === 'Alert'
  if (!isFirst && alert.textOf('references') === '') problems.push('a later message has no references')
  if (isFirst && alert.find('info') === undefined) problems.push('an alert has no info')
  for (const info of alert.all('info')) {
    problems.push(...problemsOf(info, INFO))
    for (const parameter of [...info.all('parameter'), ...info.all('eventCode')]) problems.push(...problemsOf(parameter, VALUE))
    for (const area of info.all('area')) problems.push(...problemsOf(area, AREA))
  }
  return problems
}
