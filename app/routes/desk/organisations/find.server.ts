import { z } from 'zod'
import { operatorData } from '~/features/desk/act.server'
import { organisationAtDesk } from '~/features/desk/desk-paths'
import { readForm } from '~/forms/read-form.server'
import { readable } from '~/forms/values/typed-text'
import { reply } from '~/framework'
import { redirectTo } from '~/navigation/redirect.server'
import type { Args } from '~/runtime/load-context'
import { operator, requireOperator } from '~/runtime/operator.server'

export const SearchForm = z.object({
  search: readable('organisation_search', { maxLength: 100 }),
})

/** Finds organisations. A single result opens; several are listed on the page. */
export const findOrganisations = async (args: Args) => {
  await requireOperator(args, 'findOrganisations')
  const form = await readForm(args, SearchForm)
  if (!form.ok) return form.reply()
  const { search } = form.value
  const { organisations, has_more } = operatorData(await (await operator(args)).findOrganisations({ search }))
  const [only, ...others] = organisations
  if (!only) return form.again([{ field: 'search', key: 'deskOrganisations.nobody' }])
  if (others.length === 0) return redirectTo(args, organisationAtDesk(only.sec_subject_uid))
  return reply({ found: { search, organisations, has_more } })
}
