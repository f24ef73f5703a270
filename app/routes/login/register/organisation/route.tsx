import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { addressKinds } from '~/features/addresses/address-kind'
import { SubjectNameField } from '~/features/organisations/info-fields'
import { subjectName } from '~/features/organisations/organisation-schemas'
import { registerOrganisation } from '~/flows/organisations/register-organisation.server'
import { ownPersonName } from '~/forms/field-schemas'
import { OwnNameField } from '~/forms/fields/fields'
import { RadioField } from '~/forms/fields/radio-field'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { refusedNamesIn } from '~/forms/values/shown-name.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireSignedOut } from '~/navigation/guards/guards.server'
import { openKinds } from '~/navigation/open-pages/open-kinds.server'
import { isAgain } from '~/navigation/returning/return-address'
import { ToJoin } from '~/routes/login/register/to-join'
import type { Args } from '~/session/visitor.server'
import { LinkList } from '~/ui/link-list'

// Registration with an organisation, step 1: its name, and the way in which its manager registers.
export const handle: PageHandle = { title: 'register.organisation.title', remembered: true }

const Start = z.object({
  subject_name: subjectName,
  deputy_name: ownPersonName,
  by: z.enum(addressKinds, 'register.organisation.by_missing'),
})

export const loader = async (args: LoaderFunctionArgs) => {
  const { notice } = await requireSignedOut(args, { signedIn: '/settings/organisations/new' })
  const kinds = await openKinds()
  const by = kinds.includes('mobile') ? 'mobile' : 'email'
  return reply({ notice, kinds, typed: (await typedBefore(args)) ?? { subject_name: '', deputy_name: '', by } })
}

/** The earlier typed values, for a person who comes back to change them. */
const typedBefore = async (args: Args): Promise<z.output<typeof Start> | undefined> => {
  if (!isAgain(args.request.url)) return undefined
  return Start.safeParse(await registerOrganisation.peek(args)).data
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Start)
  if (!form.ok) return form.reply()
  const { subject_name, deputy_name } = form.value
  const refused = refusedNamesIn({ subject_name: ['organisation', subject_name], deputy_name: ['member', deputy_name] })
  if (refused) return form.reply(refused)
  return registerOrganisation.begin(args, form.value.by, form.value)
}

export default function RegisterOrganisation() {
  const { t } = useTranslation()
  const { notice, kinds, typed } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Start>(typed)
  return (
    <FormPage
      page={page}
      title="register.organisation.title"
      submit="register.organisation.next"
      notice={notice}
      lead={
        <>
          <p>{t('register.organisation.text')}</p>
          <ToJoin name={null} />
        </>
      }
      after={
        <>
          <LinkList title="ways.have_account" links={{ '/login': 'ways.to_sign_in' }} />
          <LinkList title="ways.register_otherwise" links={{ '/login/register': 'register.organisation.without' }} />
        </>
      }
    >
      <SubjectNameField field={page.fields.subject_name} />
      <OwnNameField field={page.fields.deputy_name} />
      {kinds.length > 1 ? (
        <RadioField
          field={page.fields.by}
          label="register.organisation.by"
          options={kinds.map((kind) => ({ value: kind, text: t(`ways.by_${kind}`) }))}
        />
      ) : (
        <input type="hidden" name="by" value={kinds[0]} />
      )}
    </FormPage>
  )
}
