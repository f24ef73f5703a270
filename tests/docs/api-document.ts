import { type Call, endpointOf, type Variant, variantsOf } from '#contract/call'
import { allCalls } from '#contract/calls'
import { read } from './documents'

/** A block of shell in docs/integrators/api.md, or in a document that continues it. */
export interface Example {
  /** The nearest heading above it: the name of a call, where the section is about one. */
  heading: string
  /** The line in the document where its code begins. */
  line: number
  shell: string
  /** The variable that its last line reads from anyone who runs it. */
  reads: string | undefined
  /** The answer that the document shows below it. */
  shown: unknown
}

/** The document and those that continue it, in the order in which a reader runs their examples. */
const apiDocument = ['api', 'api-sign-in', 'api-second-verification', 'api-passwords', 'api-organisations']
  .map((name) => read(`docs/integrators/${name}.md`))
  .join('\n')

interface Fence {
  heading: string
  language: string
  line: number
  code: string
}

/** The fences of the document, each with the nearest heading above it. */
const fences: Fence[] = []
let heading = ''
let open: Fence | undefined
for (const [index, text] of apiDocument.split('\n').entries()) {
  if (open && text !== '```') {
    open.code += `${text}\n`
  } else if (open) {
    fences.push(open)
    open = undefined
  } else if (text.startsWith('```')) {
    open = { heading, language: text.slice(3), line: index + 2, code: '' }
  } else {
    heading = /^#+ (.*)$/.exec(text)?.[1] ?? heading
  }
}

/** The languages of the fences: `text` is no example, and an answer in `json` belongs to the `sh` above it. */
export const languages = [...new Set(fences.map(({ language }) => language))].sort()

/** The sections about a call, each with its text before the first fence. */
export const callSections = apiDocument
  .split(/^#### /m)
  .slice(1)
  .map((section) => {
    const [name = '', ...lines] = section.split(/^```/m)[0]?.trim().split('\n') ?? []
    return { name, text: lines.join('\n').trim() }
  })

/** The examples of the document, in its order. @throws SyntaxError when a shown answer is no JSON */
export const examplesIn = (): Example[] => {
  const examples: Example[] = []
  for (const { language, code, line, heading } of fences) {
    const above = examples.at(-1)
    if (language === 'json' && above) above.shown = JSON.parse(code)
    if (language !== 'sh') continue
    const reads = /^read -r (\w+)$/m.exec(code)?.[1]
    examples.push({ heading, line, shell: code, reads, shown: undefined })
  }
  return examples
}

/** A call that an example makes. */
export interface CallMade {
  row: Call
  variant: Variant
}

/** The calls that a block of shell makes, in its order, each with its variant. */
export const callsIn = (shell: string): CallMade[] =>
  [...shell.matchAll(/sign (GET|POST) (\S+)/g)].map(([, method = '', path = '']) => {
    const found = allCalls
      .flatMap((row) => variantsOf(row).map((variant) => ({ row, variant })))
      .find(({ row, variant }) => row.method === method && pathOf(row, variant).test(path))
    if (!found) throw new Error(`docs/integrators/api.md: no call of the contract is ${method} ${path}`)
    return found
  })

const pathOf = (row: Call, variant: Variant): RegExp =>
  new RegExp(`^${endpointOf(row, variant).path.replace(/\{\w+\}/g, '[^/]+')}\\)?$`)

/**
 * The form of an answer: names and types, and what does not differ from run to run. Of a list, that of its first entry;
 * the document shows one.
 */
export const formOf = (value: unknown, name = ''): unknown => {
  if (Array.isArray(value)) return value.slice(0, 1).map((entry) => formOf(entry))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, formOf(inner, field)]))
  const isFixed = typeof value === 'boolean' || value === null || fixed.includes(name)
  return isFixed ? value : typeof value
}

const fixed = [
  'message',
  'error_code',
  'description',
  'code',
  'subtype',
  'platform',
  'retry_after',
  'tries_left',
  'is_frozen',
  'is_sensitive',
  'deputy_name',
  'role_key',
  'name',
]
