import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { deputyNameMaxLength } from '#contract/organisations/organisation-fields'
import type { PageHandle } from '~/document/page-handle'
import { inSubject, requireActing } from '~/features/organisations/acting.server'
import { ActingHeader } from '~/features/organisations/acting-header'
import { BackToAwaited, BackToMembers } from '~/features/organisations/back-to-organisation'
import { chosenRole, RoleField, roleKeyField } from '~/features/organisations/invitation-form'
import { givableRoles } from '~/features/organisations/invitations.server'
import { organisationPath } from '~/features/organisations/organisation-path'
import { email, personName, withMobile } from '~/forms/field-schemas'
import { EmailField, MobileField, TextField } from '~/forms/fields/fields'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { type PageForm, usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { closedPages } from '~/navigation/open-pages/closed-pages.server'
import { openKinds } from '~/navigation/open-pages/open-kinds.server'
import { isClosed } from '~/navigation/open-pages/pages-of-calls'
import { useIsOpen, useOpenKinds } from '~/navigation/open-pages/use-open-pages'
import { redirectTo } from '~/navigation/redirect.server'
import { api } from '~/runtime/api.server'
import { LinkList } from '~/ui/link-list'

// Creates an account for a new member, named by a mobile number or an email.
export const handle: PageHandle = { title: 'awaited.new_title' }

const ways = ['mobile', 'email'] as const
type Way = (typeof ways)[number]

const common = { deputy_name: personName, role_key: roleKeyField }
const schemas = { mobile: withMobile(common), email: z.object({ email, ...common }) }

/** The kind of address in a URL, if it gets codes, because activation needs a code. */
const wayIn = async (request: Request): Promise<Way> => {
  const kinds = await openKinds()
  const asked = new URL(request.url).searchParams.get('by') === 'email' ? 'email' : 'mobile'
  return kinds.includes(asked) ? asked : (kinds[0] ?? asked)
}

export const loader = async (args: LoaderFunctionArgs) => {
  const acting = await requireActing(args, 'member.create')
  return reply({ acting, by: await wayIn(args.request), roles: await givableRoles(args, acting) })
}

/** The common fields of both ways, in the words of the contract. */
const personOf = (args: ActionFunctionArgs, { deputy_name, role_key }: { deputy_name: string; role_key: string }) => ({
  ...inSubject(args),
  deputy_name,
  ...chosenRole(role_key),
})

export const action = async (args: ActionFunctionArgs) => actions[await wayIn(args.request)](args)

const actions = {
  mobile: async (args: ActionFunctionArgs) => {
    const form = await readForm(args, schemas.mobile)
    if (!form.ok) return form.reply()
    const { mobile, ...person } = form.value
    const answer = await (await api(args)).createUserWithRole({ mobile, ...personOf(args, person) })
    return answer.ok ? showAwaited(args) : form.reply(answer)
  },

  email: async (args: ActionFunctionArgs) => {
    const form = await readForm(args, schemas.email)
    if (!form.ok) return form.reply()
    const { email, ...person } = form.value
    const answer = await (await api(args)).createUserWithRole({ email, ...personOf(args, person) })
    return answer.ok ? showAwaited(args) : form.reply(answer)
  },
}

/** The list of the accounts that await activation, otherwise the members. */
const showAwaited = (args: ActionFunctionArgs) => {
  const path = organisationPath(inSubject(args), '/members/waiting')
  if (!isClosed(path, closedPages())) return redirectTo(args, { path, notice: 'user_created' })
  return redirectTo(args, { path: organisationPath(inSubject(args), '/members'), notice: 'member_created' })
}

type Fields = 'mobile' | 'region' | 'email' | 'deputy_name' | 'role_key'

export default function NewMember() {
  const { t } = useTranslation()
  const { acting, by, roles } = useLoaderData<typeof loader>()
  const page: PageForm<Fields> = usePageForm<z.ZodType<unknown, Record<Fields, string>>>()
  const { fields } = page
  const kinds = useOpenKinds()
  const hasAwaited = useIsOpen()(organisationPath(acting.subject, '/members/waiting'))
  const other = by === 'mobile' ? 'email' : 'mobile'
  const path = organisationPath(acting.subject, '/members/new')
  return (
    <FormPage
      page={page}
      title="awaited.new_title"
      submit="awaited.create"
      lead={
        <>
          <ActingHeader acting={acting} />
          {hasAwaited && <p>{t('awaited.new_text')}</p>}
        </>
      }
      after={
        <>
          {kinds.includes(other) && (
            <LinkList title="awaited.otherwise" links={{ [`${path}?by=${other}`]: `awaited.by_${other}` }} />
          )}
          {hasAwaited ? <BackToAwaited subject={acting.subject} /> : <BackToMembers subject={acting.subject} />}
        </>
      }
    >
      {by === 'mobile' && <MobileField fields={fields} label="awaited.mobile" autoComplete="off" />}
      {by === 'email' && <EmailField field={fields.email} label="awaited.email" autoComplete="off" />}
      <TextField
        field={fields.deputy_name}
        label="member.name_label"
        hint="member.name_hint"
        autoComplete="off"
        maxLength={deputyNameMaxLength}
      />
      <RoleField field={fields.role_key} roles={roles} />
    </FormPage>
  )
}
