import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import type { DataOf } from '~/features/desk/act'
import { operatorData } from '~/features/desk/act.server'
import { organisationAtDesk } from '~/features/desk/desk-paths'
import { TextField } from '~/forms/fields/fields'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { readable } from '~/forms/values/typed-text'
import { type LoaderFunctionArgs, reply, useActionData } from '~/framework'
import { redirectTo } from '~/navigation/redirect.server'
import type { Args } from '~/runtime/load-context'
import { operator, requireOperator } from '~/runtime/operator.server'
import { BackLink } from '~/ui/back-link'
import { type Column, DataTable } from '~/ui/data-table'
import { useOrganisationState } from './organisation-state'

// Searches for an organisation. Its name is posted: typed text never appears in a URL.
export const handle: PageHandle = { title: 'deskOrganisations.find' }

const SearchForm = z.object({
  search: readable('organisation_search', { maxLength: 100 }),
})

export const loader = async (args: LoaderFunctionArgs) => {
  await requireOperator(args, 'findOrganisations')
  return reply({})
}

/** Finds organisations. A single result opens; several are listed on the page. */
export const action = async (args: Args) => {
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

type Found = DataOf<'findOrganisations'> & { search: string }

export default function FindOrganisations() {
  const found = (useActionData() as { found?: Found } | undefined)?.found
  const page = usePageForm<typeof SearchForm>({ search: found?.search ?? '' })
  return (
    <FormPage
      page={page}
      title="deskOrganisations.find"
      submit="deskOrganisations.find_it"
      after={
        <>
          {found && <FoundOrganisations found={found} />}
          <BackLink path="/desk" text="desk.back" />
        </>
      }
    >
      <TextField
        field={page.fields.search}
        label="deskOrganisations.search"
        hint="deskOrganisations.search_hint"
        autoComplete="off"
        maxLength={100}
      />
    </FormPage>
  )
}

const FoundOrganisations = ({ found: { organisations, has_more } }: { found: Found }) => {
  const { t } = useTranslation()
  const stateOf = useOrganisationState()
  const columns: Column<Found['organisations'][number]>[] = [
    {
      heading: 'deskOrganisations.name',
      cell: ({ sec_subject_uid, name }) => (
        <a href={organisationAtDesk(sec_subject_uid)}>
          <bdi>{name}</bdi>
        </a>
      ),
    },
    { heading: 'deskOrganisations.state', cell: stateOf },
    {
      heading: 'deskOrganisations.id',
      isLabelled: true,
      cell: ({ sec_subject_uid }) => <code>{sec_subject_uid}</code>,
    },
  ]
  return (
    <>
      <h2>{t('deskOrganisations.found')}</h2>
      <DataTable things={organisations} keyOf={({ sec_subject_uid }) => sec_subject_uid} columns={columns} />
      {has_more && <p>{t('deskOrganisations.more')}</p>}
    </>
  )
}
