// `npm run i18n`: lists texts that no page uses, texts that a page or a language lacks, and texts with different
// placeholders between languages.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** The languages that have every text. */
const complete = ['zh-Hans', 'en']

/** @typedef {Map<string, Map<string, string>>} Locales the texts of each language, by dotted key */

/**
 * Every text of a file.
 * @returns {[key: string, text: string][]}
 */
const flat = (texts, path = '') =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [[path + key, text]] : flat(text, `${path}${key}.`),
  )

/** A key without the ending of a plural's form, as pages name it. */
const general = (key) => key.replace(/_(zero|one|two|few|many|other)$/, '')

const namesOf = (key) => [key, general(key)]

/** The placeholders and marks of a text, in alphabetical order. */
const filled = (text) => (text.match(/\{\{.*?\}\}|<[^>]*>/g) ?? []).sort().join(' ')

/**
 * Reads the texts of every language below a folder.
 * @returns {{ locales: Locales, problems: string[] }} keys that are in two files of a language are problems
 */
export const readLocales = (folder) => {
  const problems = []
  const locales = new Map()
  for (const language of readdirSync(folder)) {
    const texts = new Map()
    for (const file of readdirSync(join(folder, language)))
      for (const [key, text] of flat(JSON.parse(readFileSync(join(folder, language, file), 'utf8')))) {
        if (texts.has(key)) problems.push(`${language}: ${key} is in two files`)
        texts.set(key, text)
      }
    locales.set(language, texts)
  }
  return { locales, problems }
}

/**
 * Compares the languages.
 * @param {Locales} locales
 * @param {readonly string[]} whole the languages that have every text. Another one may lack some, and falls back to
 * these
 * @returns {string[]} a line for each text that a language lacks, that no complete language has, that is empty, or
 * whose placeholders and marks differ
 */
export const compareLocales = (locales, whole = complete) => {
  const problems = []
  const every = new Set(whole.flatMap((language) => [...(locales.get(language)?.keys() ?? [])]))
  // Every language has the plural form for all other numbers. Some keys only end like a plural's.
  const isPlural = (key) => every.has(`${general(key)}_other`) && !every.has(general(key))
  const nameOf = (key) => (isPlural(key) ? `${general(key)}_other` : key)
  const reference = new Map()
  for (const language of whole)
    for (const [key, text] of locales.get(language) ?? [])
      if (!reference.has(key) && key === nameOf(key)) reference.set(key, { language, needs: filled(text) })
  for (const [language, texts] of locales) {
    if (whole.includes(language))
      for (const name of reference.keys()) if (!texts.has(name)) problems.push(`${language}: ${name} is missing`)
    for (const [key, text] of texts) {
      const known = reference.get(nameOf(key))
      if (!known) problems.push(`${language}: ${key} is in no complete language`)
      else if (text.trim() === '') problems.push(`${language}: ${key} is empty`)
      else if (!fits(key, text, known.needs))
        problems.push(`${language}: ${key} has "${filled(text)}", and ${known.language} has "${known.needs}"`)
    }
  }
  return problems
}

/** True when a text has all that it needs. A plural form may say its number as a word. */
const fits = (key, text, needs) => {
  const own = filled(text)
  if (own === needs) return true
  const withoutNumber = (all) => all.replace('{{count}}', '').trim()
  return /_(zero|one|two)$/.test(key) && withoutNumber(own) === withoutNumber(needs)
}

/** The names of functions that take a key. */
const takesKey = /^(t|translator\(.*\)|\(?await translate\(.*\)\)?)$/s

/**
 * The names in the sources: texts as written, patterns of texts with a `*` for each value, and the words of such
 * values.
 * @param {{ file: string, text: string, isPage: boolean }[]} sources of a page or of a rule that pages use
 */
const namedIn = (sources) => {
  const named = { literals: new Map(), patterns: new Map(), asked: new Map(), words: new Set(), others: new Set() }
  for (const { file, text, isPage } of sources) {
    const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
    const visit = (node) => {
      const literal = ts.isStringLiteralLike(node) || ts.isJsxText(node) ? node.text : undefined
      if (literal !== undefined) addWords(named.words, literal)
      if (literal !== undefined && isPage) named.literals.set(literal, file)
      if (literal !== undefined && !isPage) named.others.add(literal)
      if (ts.isIdentifier(node)) addWords(named.words, node.text)
      if (ts.isTemplateExpression(node)) {
        const parts = [node.head.text, ...node.templateSpans.map((span) => span.literal.text)]
        for (const part of parts) addWords(named.words, part)
        if (isPage && parts.every((part) => /^[\w.-]*$/.test(part))) named.patterns.set(parts.join('*'), file)
      }
      const key = keyAskedBy(node)
      if (isPage && key !== undefined) named.asked.set(key, file)
      ts.forEachChild(node, visit)
    }
    visit(tree)
  }
  return named
}

const addWords = (words, text) => {
  for (const word of text.split(/[^A-Za-z\d]+/)) words.add(word)
}

/** The key, or the pattern of keys, of a call of `t` or an `i18nKey`. */
const keyAskedBy = (node) => {
  const isCall = ts.isCallExpression(node) && takesKey.test(node.expression.getText())
  const isAttribute = ts.isJsxAttribute(node) && node.name.getText() === 'i18nKey'
  const asked = isCall ? node.arguments[0] : isAttribute ? node.initializer : undefined
  if (!asked) return undefined
  if (ts.isStringLiteralLike(asked)) return asked.text
  if (!ts.isTemplateExpression(asked)) return undefined
  return [asked.head.text, ...asked.templateSpans.map((span) => span.literal.text)].join('*')
}

/** Matches the keys of a pattern, with the part for each `*`. A pattern of only values would match every text. */
const matcherOf = (pattern) => {
  if (!/[a-z]/i.test(pattern) || !pattern.includes('.')) return undefined
  const parts = pattern.split(/\*+/).map((part) => part.replaceAll('.', '\\.'))
  return new RegExp(`^${parts.join('([\\w.-]*?)')}$`)
}

/**
 * Compares the texts with those that pages name.
 * @param {Iterable<string>} keys of all texts
 * @param {{ file: string, text: string, isPage: boolean }[]} sources
 * @returns {string[]} a line for each text that no page uses, and for each that a page names and no language has. A
 * text that is named by a pattern counts as used if the sources have the words of its value
 */
export const compareWithPages = (keys, sources) => {
  const { literals, patterns, asked, words, others } = namedIn(sources)
  const all = [...keys]
  const names = new Set(all.flatMap(namesOf))
  const folders = new Set(all.map((key) => key.replace(/\.[^.]*$/, '')))
  const matchers = [...patterns.keys()].flatMap((pattern) => matcherOf(pattern) ?? [])
  const areWords = (values) => values.every((value) => value.split(/[^A-Za-z\d]+/).every(isWord))
  const isWord = (word) => words.has(word) || /^\d*$/.test(word)
  const isMatched = (name) => matchers.some((matcher) => areWords((matcher.exec(name) ?? [undefined, '-?-']).slice(1)))
  const isUsed = (name) => literals.has(name) || matchers.some((matcher) => matcher.test(name) && isMatched(name))
  const unused = all.filter((key) => !namesOf(key).some(isUsed)).map((key) => `${key} is used by no page`)
  const missing = [...asked].flatMap(([key, file]) => {
    const isThere = key.includes('*')
      ? all.some((each) => namesOf(each).some((name) => matcherOf(key)?.test(name) ?? true))
      : names.has(key)
    return isThere ? [] : [`${key} is missing: ${file} names it`]
  })
  // A key that is used indirectly, such as the title of a page: it looks like its neighbours.
  const misspelt = [...literals].flatMap(([key, file]) => {
    const isLikeKey = /^[a-z]\w*(\.[\w-]+)+$/i.test(key) && folders.has(key.replace(/\.[^.]*$/, ''))
    const isOther = names.has(key) || folders.has(key) || others.has(key) || asked.has(key)
    return isLikeKey && !isOther ? [`${key} is missing: ${file} names it`] : []
  })
  return [...unused, ...missing, ...misspelt]
}

/** The sources of pages, and of the rules and calls whose words are parts of keys. */
const readSources = (root) =>
  ['app', 'contract', 'rules'].flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => join(room, name))
      .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8'), isPage: room === 'app' })),
  )

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url))
  const { locales, problems } = readLocales(join(root, 'public/locales'))
  const keys = new Set([...locales.values()].flatMap((texts) => [...texts.keys()]))
  problems.push(...compareLocales(locales), ...compareWithPages(keys, readSources(root)))
  for (const problem of problems) process.stdout.write(`${problem}\n`)
  const counts = [...locales].map(([language, texts]) => `${language} ${texts.size}`).join(', ')
  process.stdout.write(`${problems.length} problems; texts: ${counts}\n`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
