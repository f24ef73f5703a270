import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { mobilePurpose } from '#contract/purposes'
import { api } from '~/api.server'
import { isOnItsWay, sentFirst } from '~/codes/sent-code.server'
import { MobileField } from '~/components/fields'
import { FormPage } from '~/components/form-page'
import { PageNotice } from '~/components/page-notice'
import { Ways } from '~/components/ways'
import type { PageHandle } from '~/document/page-handle'
import { smsSignIn } from '~/flows/sms-sign-in.server'
import { startOfSignIn } from '~/flows/start.server'
import { withMobile } from '~/forms/fields'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'

// Sign-in with an SMS code, step 1: the number.
export const handle: PageHandle = { title: 'login.sms.title', remembered: true }

const Start = withMobile({})

export const loader = async (args: LoaderFunctionArgs) => json(await startOfSignIn(args))

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Start)
  if (!form.ok) return form.reply()
  const { mobile } = form.value
  const client = await api(args)
  const answer = await client.sendCode({ mobile, type: mobilePurpose.loginOnly })
  if (!isOnItsWay(answer)) return form.reply(answer)
  return smsSignIn.begin(args, 'code', { mobile: sentFirst(mobile, answer) })
}

export default function SmsSignIn() {
  const { notice } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Start>()
  return (
    <FormPage
      page={page}
      title="login.sms.title"
      submit="code.send"
      lead={<PageNotice notice={notice} />}
      after={
        <>
          <Ways title="ways.sign_in" ways={{ '/login': 'ways.password', '/login/email': 'ways.email_code' }} />
          <Ways title="ways.no_account" ways={{ '/login/register': 'ways.register' }} />
          <Ways title="ways.trouble" ways={{ '/account-help': 'ways.help' }} />
        </>
      }
    >
      <MobileField fields={page.fields} />
    </FormPage>
  )
}
