import { z } from 'zod'
import { baseInfos, detailInfos } from '#contract/organisations/organisation-infos'
import type { PageHandle } from '~/document/page-handle'
import { inSubject, requireActing } from '~/features/organisation/acting.server'
import { ActingHeader } from '~/features/organisation/acting-header'
import { BackToOrganisation } from '~/features/organisation/back-to-organisation'
import { InfoFields, SubjectNameField } from '~/features/organisation/info-fields'
import { organisationPath } from '~/features/organisation/organisation-path'
import {
  baseInfoFields,
  baseInfoNames,
  detailInfoFields,
  detailInfoNames,
  infosOf,
  subjectName,
} from '~/features/organisation/organisation-schemas'
import { formAction } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'

// Changes the name and the facts of an organisation.
export const handle: PageHandle = { title: 'organisation.details_title' }

const Details = z.object({
  subject_name: subjectName,
  ...baseInfoFields,
  ...detailInfoFields,
  name_only: z.string().optional(),
})

export const loader = async (args: LoaderFunctionArgs) =>
  reply({ acting: await requireActing(args, 'organisation.update') })

export const action = formAction(Details, {
  call: (client, typed, args) =>
    client.updateSubject({
      ...inSubject(args),
      subject_name: typed.subject_name,
      ...(typed.name_only === undefined && {
        base_infos: infosOf(baseInfos, typed),
        detail_infos: infosOf(detailInfos, typed),
      }),
    }),
  done: (args) => ({ path: organisationPath(inSubject(args)), notice: 'organisation_saved' }),
})

export default function OrganisationDetails() {
  const { acting } = useLoaderData<typeof loader>()
  const { subject_name, base_infos, detail_infos } = acting.subject
  const page = usePageForm<typeof Details>({ subject_name, ...filled(base_infos), ...filled(detail_infos ?? {}) })
  return (
    <FormPage
      page={page}
      title="organisation.details_title"
      submit="organisation.save"
      lead={<ActingHeader acting={acting} />}
      after={<BackToOrganisation subject={acting.subject} />}
    >
      <SubjectNameField field={page.fields.subject_name} />
      {detail_infos === null ? (
        // Fields for facts that the account API does not tell would empty these.
        <input type="hidden" name="name_only" value="1" />
      ) : (
        <>
          <InfoFields fields={page.fields} names={baseInfoNames} />
          <InfoFields fields={page.fields} names={detailInfoNames} />
        </>
      )}
    </FormPage>
  )
}

/** The facts that are known. */
const filled = (infos: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(infos).flatMap(([name, text]) => (typeof text === 'string' && text !== '' ? [[name, text]] : [])),
  )
