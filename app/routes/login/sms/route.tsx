import { mobilePurpose } from '#contract/purposes'
import { api } from '~/api.server'
import { isOnItsWay, sentFirst } from '~/codes/sent-code.server'
import type { PageHandle } from '~/document/page-handle'
import { smsSignIn } from '~/flows/sms-sign-in.server'
import { withMobile } from '~/forms/field-schemas'
import { MobileField } from '~/forms/fields'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireSignedOut } from '~/navigation/guards.server'
import { FlashMessage } from '~/ui/flash-message'
import { LinkList } from '~/ui/link-list'

// Sign-in with an SMS code, step 1: the number.
export const handle: PageHandle = { title: 'login.sms.title', remembered: true }

const Start = withMobile({})

export const loader = async (args: LoaderFunctionArgs) => reply(await requireSignedOut(args))

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
      lead={<FlashMessage notice={notice} />}
      after={
        <>
          <LinkList title="ways.sign_in" links={{ '/login': 'ways.password', '/login/email': 'ways.email_code' }} />
          <LinkList title="ways.no_account" links={{ '/login/register': 'ways.register' }} />
          <LinkList title="ways.trouble" links={{ '/account-help': 'ways.help' }} />
        </>
      }
    >
      <MobileField fields={page.fields} />
    </FormPage>
  )
}
