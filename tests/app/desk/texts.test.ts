import { describe, expect, it } from 'vitest'
import { operatorErrors } from '#contract/operator/operator-errors'
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
