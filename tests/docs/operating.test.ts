import ts from 'typescript'
import { expect, it } from 'vitest'
import { expiringTables, usualKeeping } from '#account-api/upkeep/expiry'
import { filesIn, read } from './documents'

const guide = (name: string): string => read(`docs/operators/${name}.md`)

// The browser's scripts write no log.
const sources = ['account-api', 'app', 'server', 'settings', 'contract', 'rules', 'process']
  .flatMap((folder) => filesIn(folder, /\.tsx?$/))
  .filter((name) => !name.startsWith('app/islands'))

/** The ways in which a line gets its text other than by a literal, as they are written in the source. */
const indirect = new Map([
  // What openToOthers answers.
  ['open', ['Other users of this machine can open private files.']],
])

interface Found {
  texts: string[]
  /** Texts of lines that no rule below finds. */
  unknown: string[]
}

/** The texts of the warnings and errors that a file may write into the log. */
const logTextsOf = (file: string): Found => {
  const text = read(file)
  // Most files write nothing, and parsing takes time.
  if (!/(warn|error|fatal)\(|failed:|signatureRefusalTexts/.test(text)) return { texts: [], unknown: [] }
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: Found = { texts: [], unknown: [] }
  const isText = (node: ts.Node): node is ts.StringLiteralLike => ts.isStringLiteralLike(node) && / /.test(node.text)
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node)) {
      const last = node.arguments.at(-1)
      const called = node.expression.getText()
      if (last && /(^|log|log\(\w*\)|setting|Log)\.?(warn|error|fatal)$/i.test(called)) noteText(last)
      // A function of this file that passes a text on.
      else if (last && isText(last) && ts.isIdentifier(node.expression) && passesOn(called)) found.texts.push(last.text)
    }
    // A table of texts, or a job that has one.
    if (ts.isPropertyAssignment(node) && isText(node.initializer) && (isNamed(node, 'failed') || inTable(node)))
      found.texts.push(node.initializer.text)
    ts.forEachChild(node, visit)
  }
  const noteText = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) found.texts.push(node.text)
    else if (ts.isConditionalExpression(node)) for (const part of [node.whenTrue, node.whenFalse]) noteText(part)
    else if (indirect.has(node.getText())) found.texts.push(...(indirect.get(node.getText()) ?? []))
    else if (!/^(queue\.failed|message|signatureRefusalTexts\[.*\])$/.test(node.getText()))
      found.unknown.push(`${file}: ${node.getText()}`)
  }
  const passesOn = (called: string) => new RegExp(`const ${called} = \\([^)]*message: string\\) =>`).test(text)
  const isNamed = (node: ts.PropertyAssignment, name: string) => node.name.getText() === name
  const inTable = (node: ts.PropertyAssignment) =>
    ts.isVariableDeclaration(node.parent.parent) && node.parent.parent.name.getText() === 'signatureRefusalTexts'
  visit(tree)
  return found
}

it('happy: the guide explains each warning and error that the programs write into the log', () => {
  const found = sources.map(logTextsOf)
  expect(found.flatMap(({ unknown }) => unknown)).toEqual([])
  const texts = [...new Set(found.flatMap((each) => each.texts))]
  expect(texts.length).toBeGreaterThan(20)
  const lines = guide('log-lines')
  expect(texts.filter((text) => !lines.includes(`\`${text}`))).toEqual([])
})

it('happy: the guide explains each answer of /readyz', () => {
  const looks = ['account-api/http/readiness.ts', 'server/readiness.ts', 'app/runtime/account-api-probe.server.ts']
  const texts = looks.flatMap((file) => read(file).match(/(?<=')the (database|account API) [^'\n]+(?=')/g) ?? [])
  expect(texts.length).toBeGreaterThan(3)
  const explained = guide('health')
  expect([...texts, 'ready', 'stopping'].filter((text) => !explained.includes(`\`${text}\``))).toEqual([])
})

it('happy: the guide says how long the rows of each table that expires are kept', () => {
  const kept = guide('retention')
  expect(
    expiringTables(usualKeeping)
      .map(({ table }) => table)
      .filter((table) => !kept.includes(`\`${table}\``)),
  ).toEqual([])
})

it('happy: each message of the page about failed starts is in the sources', () => {
  const texts = ['settings', 'account-api/start', 'account-api/database'].flatMap((folder) =>
    filesIn(folder, /\.ts$/).map(read),
  )
  // A literal over several lines is one text.
  const text = texts.join('\n').replace(/['`]\s*\+\s*['`]/g, '')
  const messages = guide('errors').match(/^\| `[^|]*/gm) ?? []
  const parts = messages.flatMap((message) =>
    [...message.matchAll(/`([^`]+)`/g)].flatMap(([, quoted = '']) => quoted.split('…').map((part) => part.trim())),
  )
  expect(parts.length).toBeGreaterThan(30)
  expect(parts.filter((part) => !text.includes(part))).toEqual([])
})
