import { z } from 'zod'
import { baseInfos } from '#contract/organisations/organisation-infos'
import type { PageHandle } from '~/document/page-handle'
import { BackToOrganisations } from '~/features/organisations/back-to-organisation'
import { InfoFields, SubjectNameField } from '~/features/organisations/info-fields'
import { organisationPath } from '~/features/organisations/organisation-path'
import { baseInfoFields, baseInfoNames, infosOf, subjectName } from '~/features/organisations/organisation-schemas'
import { ownPersonName } from '~/forms/field-schemas'
import { OwnNameField } from '~/forms/fields/fields'
import { formAction } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireData, requireSignedIn } from '~/navigation/guards/guards.server'
import { api } from '~/runtime/api.server'

// Creates an organisation that the signed-in person manages.
export const handle: PageHandle = { title: 'organisations.new_title' }

const New = z.object({ subject_name: subjectName, deputy_name: ownPersonName, ...baseInfoFields })

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  // A person with an account who began to register with an organisation has already entered its name and theirs.
  const { searchParams } = new URL(args.request.url)
  const { name } = await requireData(args, await (await api(args)).accountInfo({}))
  return reply({
    named: searchParams.get('subject_name') ?? '',
    ownName: name ?? searchParams.get('deputy_name') ?? '',
  })
}

export const action = formAction(New, {
  call: (client, typed) =>
    client.createSubject({
      subject_name: typed.subject_name,
      deputy_name: typed.deputy_name,
      base_infos: infosOf(baseInfos, typed),
    }),
  done: (_, created) => ({ path: organisationPath(created), notice: 'organisation_created' }),
})

export default function NewOrganisation() {
  const { named, ownName } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof New>({ subject_name: named, deputy_name: ownName })
  return (
    <FormPage page={page} title="organisations.new_title" submit="organisations.create" after={<BackToOrganisations />}>
      <SubjectNameField field={page.fields.subject_name} />
      <OwnNameField field={page.fields.deputy_name} />
      <InfoFields fields={page.fields} names={baseInfoNames} />
    </FormPage>
  )
}
