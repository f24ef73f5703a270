import { z } from 'zod'
import { baseInfos, detailInfos, type Info, otherInfos, ownInfos } from '#contract/organisations/organisation-infos'
import type { PageHandle } from '~/document/page-handle'
import { type ActingAs, inSubject, requireActing } from '~/features/organisations/acting.server'
import { ActingHeader } from '~/features/organisations/acting-header'
import { BackToOrganisation } from '~/features/organisations/back-to-organisation'
import { InfoFields, SubjectNameField } from '~/features/organisations/info-fields'
import { organisationPath } from '~/features/organisations/organisation-path'
import {
  baseInfoFields,
  baseInfoNames,
  detailInfoFields,
  detailInfoNames,
  infosOf,
  subjectName,
} from '~/features/organisations/organisation-schemas'
import { formAction } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'

// Changes the name and the details of an organisation.
export const handle: PageHandle = { title: 'organisation.details_title' }

const Details = z.object({
  subject_name: subjectName,
  ...baseInfoFields,
  ...detailInfoFields,
})

export const loader = async (args: LoaderFunctionArgs) =>
  reply({ acting: await requireActing(args, 'organisation.update') })

export const action = formAction(Details, {
  call: async (client, typed, args) => {
    const { subject } = await requireActing(args, 'organisation.update')
    const { base_infos, detail_infos } = toldOf(subject)
    return client.updateSubject({
      ...inSubject(args),
      subject_name: typed.subject_name,
      ...(base_infos && { base_infos: infosAmong(baseInfos, base_infos, typed) }),
      ...(detail_infos && { detail_infos: infosAmong(detailInfos, detail_infos, typed) }),
    })
  },
  done: (args) => ({ path: organisationPath(inSubject(args)), notice: 'organisation_saved' }),
})

/** The details that the account API returns. Fields for others would erase these. */
const toldOf = ({ base_infos, detail_infos }: ActingAs['subject']) => ({
  base_infos: detail_infos || Object.keys(base_infos).length > 0 ? base_infos : null,
  detail_infos,
})

/** The typed details, together with those that have no field on the page, because the account API replaces them all. */
const infosAmong = <Name extends string>(
  infos: Record<Name, Info>,
  told: Record<string, unknown>,
  form: Record<string, unknown>,
): Record<string, unknown> => {
  const others = otherInfos(infos, told)
  const typed = Object.entries<string>(infosOf(infos, form) as Record<string, string>)
  return {
    ...others,
    ...Object.fromEntries(typed.filter(([name, text]) => text !== '' || !Object.hasOwn(others, name))),
  }
}

export default function OrganisationDetails() {
  const { acting } = useLoaderData<typeof loader>()
  const { base_infos, detail_infos } = toldOf(acting.subject)
  const page = usePageForm<typeof Details>({
    subject_name: acting.subject.subject_name,
    ...ownInfos(baseInfos, base_infos ?? {}),
    ...ownInfos(detailInfos, detail_infos ?? {}),
  })
  return (
    <FormPage
      page={page}
      title="organisation.details_title"
      submit="organisation.save"
      lead={<ActingHeader acting={acting} />}
      after={<BackToOrganisation subject={acting.subject} />}
    >
      <SubjectNameField field={page.fields.subject_name} />
      {base_infos && <InfoFields fields={page.fields} names={baseInfoNames} />}
      {detail_infos && <InfoFields fields={page.fields} names={detailInfoNames} />}
    </FormPage>
  )
}
