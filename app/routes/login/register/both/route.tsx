import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { emailPurpose, mobilePurpose } from '#contract/purposes'
import { api } from '~/api.server'
import { isOnItsWay, sentFirst } from '~/codes/sent-code.server'
import { EmailField, MobileField } from '~/components/fields'
import { FormPage } from '~/components/form-page'
import { PageNotice } from '~/components/page-notice'
import { Ways } from '~/components/ways'
import type { PageHandle } from '~/document/page-handle'
import { registerBoth } from '~/flows/register-both.server'
import { startOfSignIn } from '~/flows/start.server'
import { email, withMobile } from '~/forms/fields'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'

// Registration with a mobile and an email, step 1: both addresses.
export const handle: PageHandle = { title: 'register.both.title', remembered: true }

const Start = withMobile({ email })

export const loader = async (args: LoaderFunctionArgs) => json(await startOfSignIn(args))

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Start)
  if (!form.ok) return form.reply()
  const { mobile, email } = form.value
  const client = await api(args)
  const byMobile = await client.sendCode({ mobile, type: mobilePurpose.register })
  if (!isOnItsWay(byMobile)) return form.reply(byMobile)
  const byEmail = await client.sendEmailCode({ email, type: emailPurpose.register })
  if (!isOnItsWay(byEmail)) return form.reply(byEmail)
  return registerBoth.begin(args, 'code', { mobile: sentFirst(mobile, byMobile), email: sentFirst(email, byEmail) })
}

export default function RegisterBoth() {
  const { notice } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Start>()
  return (
    <FormPage
      page={page}
      title="register.both.title"
      submit="register.both.send"
      lead={<PageNotice notice={notice} />}
      after={
        <>
          <Ways
            title="ways.register_otherwise"
            ways={{ '/login/register': 'ways.by_mobile', '/login/register/email': 'ways.by_email' }}
          />
          <Ways title="ways.have_account" ways={{ '/login': 'ways.to_sign_in' }} />
        </>
      }
    >
      <MobileField fields={page.fields} />
      <EmailField field={page.fields.email} />
    </FormPage>
  )
}
