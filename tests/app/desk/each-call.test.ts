import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { allOperatorCalls } from '#contract/operator/operator-calls'
import { root } from '#tests/fixtures/programs/server'

/** The calls that the desk does not make, each with the reason. */
const without: Record<string, string> = {
  replaceClientPicture: 'Files are not taken at the desk: `npm run admin -- client picture` does it.',
  setClientKeys: 'Keys come as a file: `npm run admin -- client keys` takes it.',
  ...Object.fromEntries(
    ['listApis', 'addApi', 'changeApi', 'removeApi', 'allowApi'].map((name) => [
      name,
      'The scopes of an API come as a file, with their words: `npm run admin -- api` takes it.',
    ]),
  ),
}

/** The sources of the desk's pages. */
const sources = ['app/routes/desk', 'app/features/desk', 'app/runtime/operator.server.ts'].flatMap((place) =>
  place.endsWith('.ts')
    ? readFileSync(root + place, 'utf8')
    : readdirSync(root + place, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx?$/.test(file))
        .map((file) => readFileSync(`${root}${place}/${file}`, 'utf8')),
)

/** True when a page makes the call: by its row, or by the client. To ask whether an operator may make it is not enough. */
const isMade = (name: string): boolean => {
  const made = new RegExp(`\\b(?!requireOperator|mayMakeNamed|may\\b)\\w+\\((args, )?'${name}'|\\.${name}\\(`)
  return sources.some((source) => made.test(source))
}

it.each(allOperatorCalls.map(({ name }) => name))('happy: %s has a page of the desk, or a reason why not', (name) => {
  expect(isMade(name)).toBe(!Object.hasOwn(without, name))
})
