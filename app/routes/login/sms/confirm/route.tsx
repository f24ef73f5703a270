import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { shownNumber } from '#rules/typed/number'
import type { PageHandle } from '~/document/page-handle'
import { isOnItsWay, sentFirst } from '~/features/codes/sent-code.server'
import { finishWithIdentity } from '~/features/platforms/connect-here.server'
import { shownIdentity, WaitingIdentityText } from '~/features/platforms/waiting-identity-text'
import { confirmSignIn } from '~/flows/sign-in/confirm-sign-in.server'
import { password } from '~/forms/field-schemas'
import { PasswordField } from '~/forms/fields/fields'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireSignedOut } from '~/navigation/guards/guards.server'
import { useIsOpen } from '~/navigation/open-pages/use-open-pages'
import { api } from '~/runtime/api.server'
import { Button } from '~/ui/button'
import { LinkList } from '~/ui/link-list'

// Sign-in with an SMS code, if the account has not been used for a long time: one more proof of it.
export const handle: PageHandle = { title: 'login.confirm.title' }

/** For an account without an email. */
const ByPassword = z.object({ password, use_email: z.undefined().optional() })

const Confirm = z
  .object({ password: password.optional(), use_email: z.string().optional() })
  .refine(({ password, use_email }) => password !== undefined || use_email !== undefined, {
    path: ['password'],
    message: 'stepUp.missing.password',
  })

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedOut(args)
  const { mobile, ways, identity } = await confirmSignIn.require(args, 'confirm')
  return reply({ mobile: shownNumber(mobile), ways, identity: shownIdentity(identity) })
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await confirmSignIn.require(args, 'confirm')
  const { mobile, ticket, ways, identity, remember } = step
  const email = ways.find(({ way }) => way === 'email')
  const form = await readForm(args, email ? Confirm : ByPassword)
  if (!form.ok) return form.reply()
  const client = await api(args)
  if (form.value.use_email !== undefined && email) {
    const answer = await client.sendConfirmationCode({ ticket })
    if (isOnItsWay(answer)) {
      const proven = { mobile, ticket, ways, identity, remember }
      return step.goTo('code', { ...proven, code: sentFirst(email.masked, answer) })
    }
    return answer.code === 'ticket_refused' ? step.restart() : form.reply(answer)
  }
  const answer = await client.confirmSignIn({ ticket, way: 'password', code: form.value.password ?? '' })
  if (answer.ok) return finishWithIdentity(args, step, { ...step, userId: answer.data.user_id })
  return answer.code === 'ticket_refused' ? step.restart() : form.reply(answer)
}

export default function ConfirmSignIn() {
  const { t } = useTranslation()
  const { mobile, ways, identity } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Confirm>()
  const mayRegister = useIsOpen()('/login/register')
  const email = ways.find(({ way }) => way === 'email')
  const hasPassword = ways.some(({ way }) => way === 'password')
  return (
    <FormPage
      page={page}
      title="login.confirm.title"
      lead={
        <>
          <p>{t('login.confirm.text', { mobile })}</p>
          <p>{t('login.confirm.ask')}</p>
          <WaitingIdentityText identity={identity} />
        </>
      }
      after={
        <>
          <h2>{t('login.confirm.not_yours')}</h2>
          <p>{t(mayRegister ? 'login.confirm.new_holder' : 'login.confirm.new_holder_closed', { mobile })}</p>
          <LinkList
            title="login.confirm.otherwise"
            links={{ '/login/register/email': 'ways.register_by_email', '/login/sms': 'ways.other_number' }}
          />
        </>
      }
    >
      {hasPassword && (
        <>
          <PasswordField field={page.fields.password} />
          <Button text="login.submit" />{' '}
        </>
      )}
      {email && <Button name="use_email" text="stepUp.second.use_email" values={email} quiet={hasPassword} />}
    </FormPage>
  )
}
