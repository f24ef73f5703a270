import type { PageHandle } from '~/document/page-handle'
import { addressCalls } from '~/features/addresses/address-calls.server'
import { typedBefore } from '~/features/addresses/typed-before.server'
import { isOnItsWay, sentFirst } from '~/features/codes/sent-code.server'
import { registerBoth } from '~/flows/sign-in/register.server'
import { email, withMobile } from '~/forms/field-schemas'
import { EmailField, MobileField } from '~/forms/fields/fields'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireSignedOut } from '~/navigation/guards/guards.server'
import { ToJoin } from '~/routes/login/register/to-join'
import { api } from '~/runtime/api.server'
import { LinkList } from '~/ui/link-list'

// Registration with a mobile and an email, step 1: both addresses.
export const handle: PageHandle = { title: 'register.both.title', remembered: true }

const Start = withMobile({ email })

export const loader = async (args: LoaderFunctionArgs) => {
  const { notice } = await requireSignedOut(args)
  const { typed: mobile, toJoin } = await typedBefore(args, 'mobile', registerBoth, 'mobile')
  const { typed: email } = await typedBefore(args, 'email', registerBoth, 'email')
  return reply({ notice, toJoin, typed: { ...(mobile && { mobile }), ...(email && { email }) } })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Start)
  if (!form.ok) return form.reply()
  const { mobile, email } = form.value
  const client = await api(args)
  const byMobile = await addressCalls.mobile(client).sendCode('register', { to: mobile })
  if (!isOnItsWay(byMobile)) return form.reply(byMobile)
  const byEmail = await addressCalls.email(client).sendCode('register', { to: email })
  if (!isOnItsWay(byEmail)) return form.reply(byEmail)
  return registerBoth.begin(args, 'code', { mobile: sentFirst(mobile, byMobile), email: sentFirst(email, byEmail) })
}

export default function RegisterBoth() {
  const { notice, toJoin, typed } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Start>(typed)
  return (
    <FormPage
      page={page}
      title="register.both.title"
      submit="register.both.send"
      notice={notice}
      lead={<ToJoin name={toJoin} />}
      after={
        <>
          <LinkList
            title="ways.register_otherwise"
            links={{ '/login/register': 'ways.by_mobile', '/login/register/email': 'ways.by_email' }}
          />
          <LinkList title="ways.have_account" links={{ '/login': 'ways.to_sign_in' }} />
        </>
      }
    >
      <MobileField fields={page.fields} />
      <EmailField field={page.fields.email} />
    </FormPage>
  )
}
