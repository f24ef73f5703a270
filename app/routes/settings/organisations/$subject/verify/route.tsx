import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { inSubject } from '~/features/organisations/acting.server'
import { BackToOrganisations } from '~/features/organisations/back-to-organisation'
import { organisationPath } from '~/features/organisations/organisation-path'
import { readButton } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { WhyFactor } from '~/forms/step-up/why-factor'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireSignedIn } from '~/navigation/guards/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { returnAddressOf } from '~/navigation/returning/return-address.server'
import { api } from '~/runtime/api.server'
import { OpenLink } from '~/ui/open-link'

// For a session that has not proven the passkey that an organisation requires, or whose last verification is too old
// for it: the pages of the organisation redirect here, and back after a new verification.
export const handle: PageHandle = { title: 'signInRules.verify_title' }

const ofOrganisation = ['no_such_subject', 'subject_frozen', 'identity_frozen', 'second_factor_required']

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const answer = await (await api(args)).subjectInfo(inSubject(args))
  const asked = !answer.ok && answer.code === 'second_verification_required' ? answer.data : undefined
  return reply({ asksFactor: asked?.asks_factor === true, leave: organisationPath(inSubject(args), '/leave') })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readButton(args)
  if (!form.ok) return form.reply()
  // The call needs the verification, and is made again after it.
  const answer = await (await api(args)).subjectInfo(inSubject(args))
  // Other refusals of the organisation are explained on its own pages.
  if (!answer.ok && !ofOrganisation.some((code) => code === answer.code)) return form.reply(answer)
  return redirectTo(args, (await returnAddressOf(args)) ?? organisationPath(inSubject(args)))
}

export default function VerifyForOrganisation() {
  const { t } = useTranslation()
  const { asksFactor, leave } = useLoaderData<typeof loader>()
  const page = usePageForm()
  return (
    <FormPage
      page={page}
      title={asksFactor ? 'signInRules.factor_title' : 'signInRules.verify_title'}
      submit={asksFactor ? 'signInRules.factor_verify' : 'signInRules.verify'}
      lead={asksFactor ? <WhyFactor /> : <p>{t('signInRules.verify_text')}</p>}
      after={
        <>
          {asksFactor && (
            <p>
              <OpenLink path={leave}>{t('leaving.leave')}</OpenLink>
            </p>
          )}
          <BackToOrganisations />
        </>
      }
    />
  )
}
