// `npm run words`: lists words that mark a sentence as hard to read, in documents, comments, test names, descriptions and
// new commit subjects.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { exceptions, subjectsSince, unfinished } from './words-kept.mjs'

/** Things, not people, before a verb that only people do. */
const thing =
  '(?:act|answer|call|change|command|error|event|field|file|header|job|limit|line|log|message|metric|page|process|program|record|row|rule|scope|server|start|table|test)s?'

/** Each marking word, and what to write instead. */
export const marks = Object.entries({
  'anyone who': /\bwhoever\b/i,
  'a sentence with a subject': /(?:^|[.:;] )Whose\b/,
  'a second sentence': /(?<!\b(?:all|any|both|each|many|most|none|one|some|two) )\bof which\b/i,
  existing: /\bthat (?:is|are|was|were) there\b|\bthat there (?:is|are|was|were|may be)(?=[.,;:)]|$)/i,
  again: /\b(?:anew|once more)\b/i,
  'count, estimate': /\breckon/i,
  'automatically, on its own': /\bby (?:itself|themselves)\b/i,
  previous: /\bof before\b/i,
  'its own, theirs, ours before the noun':
    /(?<!instead )\bof (?:ours|theirs|(?:its|their|your|one’s|one's) own)\b(?! [a-z])/i,
  only: /\bnobody\b[^.]{0,30}\bbut\b/i,
  'is not a …': /(?<!\bthere )\b(?:is|are|was|were) none\b/i,
  'shows, returns, logs, reports': new RegExp(`\\b${thing} tells?\\b|\\btells? of\\b`, 'i'),
  'notified of, reported': /\btold of\b/i,
  'is, are': /\bstands?\b(?!-| (?:for|in for|out|still)\b)/i,
  continues: /\b(?:goes|go|going|went|leads?|leading|led) on\b(?! (?:to the|a|its)\b)/i,
  fix: /\bmend(?:s|ed|ing)?\b/i,
  'next to, besides, as well as': /\bbeside\b/i,
  'instead of': /\bin place of\b|\btakes? the place of\b/i,
  needs: /\b(?:act|call|change|command|limit|row|rule|scope)s? asks? for\b/i,
  'way to sign in': /\bways? in\b(?! which)/i,
  'except, except for': /(?<!not [^.]{0,40})\bbut for\b/i,
  'the noun itself': /\b(?:is|was) that of\b/i,
  'the current one': /\bthe present one\b/i,
  'with growing delays': /\blater each time\b/i,
  'a subject with a name': /(?:^|[.;] )What (?:is|are) [^?*]*$/,
  'the given …, or the noun itself': /(?:^|[.:;] )Those of\b/,
  'in total': /\band in all\b(?! [a-z])/i,
  valid: /\b(?:be|is|are) good (?:again|for|once)\b/i,
  'the subject first: one of 20 …': /^(?:happy|error|security): of\b/,
  'is paused, has no effect': /(?<!the )\brests? (?:for|while)\b/i,
})

/** @typedef {{ line: number, text: string }} Sentence a part of a file that people read, and the line it is on */

/** Text without its code. */
const words = (text) => text.replace(/`[^`]*`/g, '…').replace(/\]\([^)]*\)/g, ']')

const eachLine = (text, read) =>
  text.split('\n').flatMap((line, index) => {
    const found = read(line)
    return found ? [{ line: index + 1, text: words(found) }] : []
  })

const readDocument = (text) => {
  let inCode = false
  return eachLine(text, (line) => {
    const isFence = /^\s*(?:```|~~~)/.test(line)
    if (isFence) inCode = !inCode
    return inCode || isFence || /^ {4}/.test(line) ? undefined : line
  })
}

const comment = /^\s*(?:\/\/|\/\*\*?|\*|\{\/\*)\s?(.*)$|(?<=\s)\/\/ (.*)$/
const testName = /(['"`])((?:happy|error|security): (?:\\.|(?!\1).)*)/
const description = /(?<q>['"`])((?:(?!\k<q>).)* (?:(?!\k<q>).)* (?:(?!\k<q>).)*)\k<q>/

/** Rooms whose strings people read: in documents, at the command line, or in the log. */
const spoken = /^(?:contract|settings|account-api\/command-line)\//

const readSource = (file, text) =>
  eachLine(text, (line) => {
    const found = line.match(comment) ?? line.match(testName) ?? (spoken.test(file) ? line.match(description) : null)
    return found?.slice(1).findLast((part) => part !== undefined)
  })

const readConfiguration = (text) => eachLine(text, (line) => line.match(/(?:^|\s)# (.*)$/)?.[1])

/** @returns {Sentence[]} the sentences in a file */
export const sentencesOf = (file, text) => {
  if (file.endsWith('.md')) return readDocument(text)
  if (/\.(?:[cm]?[jt]sx?|css)$/.test(file)) return readSource(file, text)
  return /\.(?:ya?ml|conf|cfg|service|timer|sh|example)$|Dockerfile|Caddyfile/.test(file) ? readConfiguration(text) : []
}

/** @param {string} text @returns {string[]} for each marking word of a sentence: the word, and what to write instead */
export const marksOf = (text) =>
  marks.flatMap(([instead, pattern]) => {
    const found = text.match(pattern)?.[0]
    return found ? [`“${found.trim()}”: ${instead}`] : []
  })

const git = (...args) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1e8 }).split('\n').filter(Boolean)

/** Runs the check. @param {readonly string[]} only paths that the files begin with; none for all that are finished */
const check = (only) => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const begins = (file, paths) => paths.some((path) => file.startsWith(path))
  const files = git('ls-files').filter((file) => (only.length > 0 ? begins(file, only) : !begins(file, unfinished)))
  const unused = new Set(exceptions)
  const isKept = (file, text) => {
    const kept = exceptions.find((exception) => exception.file === file && text.includes(exception.has))
    unused.delete(kept)
    return kept !== undefined
  }
  const problems = files
    .filter(
      (file) =>
        existsSync(join(root, file)) && !file.startsWith('scripts/words') && !file.startsWith('tests/scripts/words'),
    )
    .flatMap((file) =>
      sentencesOf(file, readFileSync(join(root, file), 'utf8')).flatMap(({ line, text }) =>
        marksOf(text).flatMap((mark) => (isKept(file, text) ? [] : [`${file}:${line}: ${mark}\n    ${text.trim()}`])),
      ),
    )
  for (const subject of git('log', `--since=${subjectsSince}`, '--format=%s'))
    problems.push(...marksOf(subject).map((mark) => `commit: ${mark}\n    ${subject}`))
  if (exceptions.length > 30) problems.push(`words-kept.mjs has ${exceptions.length} exceptions, and may have 30`)
  if (only.length === 0)
    for (const { file, has } of unused) problems.push(`words-kept.mjs: ${file} no longer has “${has}”`)
  process.stdout.write(`${problems.map((problem) => `${problem}\n`).join('')}${problems.length} marking words\n`)
  process.exitCode = problems.length > 0 ? 1 : 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) check(process.argv.slice(2))
