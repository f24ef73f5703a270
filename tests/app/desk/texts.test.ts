import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { allOperatorCalls } from '#contract/operator/operator-calls'
import { operatorErrors } from '#contract/operator/operator-errors'
import { root } from '#tests/fixtures/programs/server'
import { builtInTexts } from '~/i18n/built-in-texts'
import { flatTexts } from '~/i18n/flat-texts'
import { nameActs } from '~/routes/desk/names/name-acts'
import { organisationActs } from '~/routes/desk/organisations/organisation-acts'
import { confirmRecovery, findPerson, personActs, releaseOthers } from '~/routes/desk/people/person-acts'

const acts = [personActs, nameActs, organisationActs, { confirmRecovery, findPerson, releaseOthers }].flatMap((each) =>
  Object.values(each),
)

describe.each(['en', 'zh-Hans'] as const)('the texts of the desk in %s', (language) => {
  const keys = new Set(flatTexts(builtInTexts[language]).map(([key]) => key))

  it('happy: each failure of an operator’s call has a text', () => {
    expect(Object.keys(operatorErrors).filter((code) => !keys.has(`operatorError.${code}`))).toEqual([])
  })

  it('happy: each act has a title, a sentence about its effect, and a button', () => {
    const needed = acts.flatMap(({ call }) => ['title', 'text', 'submit'].map((part) => `act.${call}.${part}`))
    expect(needed.filter((key) => !keys.has(key))).toEqual([])
  })

  it('happy: each field of an act has a label', () => {
    const labels = acts.flatMap(({ fields }) =>
      Object.entries(fields as (typeof personActs)[string]['fields']).map(
        ([name, { label }]) => label ?? `actField.${name}.label`,
      ),
    )
    expect(labels.filter((key) => !keys.has(key))).toEqual([])
  })
})

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
