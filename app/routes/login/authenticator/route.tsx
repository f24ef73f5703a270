import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { requirePending, startAgain } from '~/features/sign-in/pending-step.server'
import { RememberTick } from '~/features/sign-in/remember-tick'
import { rememberHere } from '~/features/sign-in/remembered-account.server'
import { authenticatorCode, tick } from '~/forms/field-schemas'
import { AuthenticatorCodeField } from '~/forms/fields/fields'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply } from '~/framework'
import { redirectAndRotate } from '~/navigation/redirect.server'
import { api } from '~/runtime/api.server'
import { forgetPendingSignIn } from '~/session/pending-sign-in.server'
import { endWithBrowser } from '~/session/visitor.server'
import { LinkList } from '~/ui/link-list'

// The last step of every sign-in to an account that requires its authenticator app.
export const handle: PageHandle = { title: 'authenticator.step_title' }

const Prove = z.object({ authenticator_code: authenticatorCode, remember: tick })

export const loader = async (args: LoaderFunctionArgs) => {
  await requirePending(args)
  return reply(null)
}

export const action = async (args: ActionFunctionArgs) => {
  const { ticket, next, isBrief } = await requirePending(args)
  const form = await readForm(args, Prove)
  if (!form.ok) return form.reply()
  const { authenticator_code, remember } = form.value
  const answer = await (await api(args)).completeSignIn({ ticket, authenticator_code })
  if (answer.ok) {
    if (isBrief) await endWithBrowser(args, isBrief)
    if (remember) await rememberHere(args, answer.data.user_id)
    return redirectAndRotate(args, next ?? '/settings', { cookies: [forgetPendingSignIn()] })
  }
  return answer.code === 'ticket_refused' ? startAgain(args) : form.reply(answer)
}

export default function AuthenticatorStep() {
  const { t } = useTranslation()
  const page = usePageForm<typeof Prove>()
  return (
    <FormPage
      page={page}
      title="authenticator.step_title"
      submit="login.submit"
      lead={<p>{t('authenticator.step_text')}</p>}
      more={<RememberTick field={page.fields.remember} />}
      after={
        <LinkList
          title="ways.trouble"
          links={{ '/login/authenticator/lost': 'authenticator.lost', '/login': 'quick.other_way' }}
        />
      }
    >
      <AuthenticatorCodeField field={page.fields.authenticator_code} />
    </FormPage>
  )
}
