import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { actingHours, proofMinutes } from '#contract/organisations/sign-in-rules'
import type { PageHandle } from '~/document/page-handle'
import { inSubject, requireActing } from '~/features/organisations/acting.server'
import { ActingHeader } from '~/features/organisations/acting-header'
import { BackToOrganisation } from '~/features/organisations/back-to-organisation'
import { organisationPath } from '~/features/organisations/organisation-path'
import { useDay } from '~/features/organisations/use-day'
import { RadioField } from '~/forms/fields/radio-field'
import { SelectField } from '~/forms/fields/select-field'
import { formAction } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { waitText } from '~/i18n/wait'
import { flashOf } from '~/navigation/flash/flash.server'
import { requireData } from '~/navigation/guards/guards.server'
import { api } from '~/runtime/api.server'
import { FlashMessage } from '~/ui/flash-message'

// The sign-in rules of an organisation: a second factor, and a recent verification.
export const handle: PageHandle = { title: 'signInRules.title' }

/** The days until a new rule takes effect. Empty: an existing rule keeps its day. */
const graces = ['0', '7', '14', '30'] as const
const none = '0'

const number = z.coerce.number('error.invalid_input').int('error.invalid_input')

const Rules = z.object({
  second_factor: z.enum(['0', '1'], 'error.invalid_input'),
  grace_days: z.enum(['', ...graces], 'error.invalid_input').default(''),
  proof_minutes: number,
  acting_hours: number,
})

export const loader = async (args: LoaderFunctionArgs) => {
  const acting = await requireActing(args, 'manager')
  const client = await api(args)
  const rules = await requireData(args, await client.signInRules(inSubject(args)))
  return reply({ acting, rules, notice: flashOf(args.request) })
}

export const action = formAction(Rules, {
  call: (client, { second_factor, grace_days, ...numbers }, args) =>
    client.updateSignInRules({
      ...inSubject(args),
      second_factor: Number(second_factor),
      ...(second_factor === '1' && grace_days !== '' && { grace_days: Number(grace_days) }),
      ...numbers,
    }),
  done: (args) => ({ path: organisationPath(inSubject(args), '/sign-in'), notice: 'sign_in_rules_saved' }),
})

export default function SignInRules() {
  const { t } = useTranslation()
  const day = useDay()
  const { acting, rules, notice } = useLoaderData<typeof loader>()
  const { second_factor_from: from, has_second_factor, proof_minutes, acting_hours } = rules
  const page = usePageForm<typeof Rules>({
    second_factor: from === null ? '0' : '1',
    grace_days: from === null ? '14' : '',
    proof_minutes: String(proof_minutes ?? none),
    acting_hours: String(acting_hours ?? none),
  })
  const ages = (numbers: readonly number[], seconds: number) => [
    [none, t('signInRules.never')] as const,
    ...numbers.map((each) => [String(each), t('signInRules.after', { wait: waitText(t, each * seconds) })] as const),
  ]
  return (
    <FormPage
      page={page}
      title="signInRules.title"
      submit="signInRules.save"
      lead={
        <>
          <ActingHeader acting={acting} />
          <FlashMessage notice={notice} />
          <p>{t('signInRules.text')}</p>
          {!has_second_factor && (
            <p>
              {t('signInRules.own_first')} <a href="/settings/authenticator">{t('signInRules.set_up')}</a>
            </p>
          )}
        </>
      }
      after={<BackToOrganisation subject={acting.subject} />}
    >
      <RadioField
        field={page.fields.second_factor}
        label="signInRules.second_factor"
        options={[
          { value: '0', text: t('signInRules.not_asked') },
          { value: '1', text: t('signInRules.asked'), more: t('signInRules.asked_more') },
        ]}
      />
      <SelectField
        field={page.fields.grace_days}
        label="signInRules.grace"
        hint="signInRules.grace_hint"
        options={[
          ...(from === null ? [] : [['', t('signInRules.grace_kept', { day: day(from) })] as const]),
          ...graces.map((days) => [days, t(`signInRules.graces.${days}`)] as const),
        ]}
      />
      <SelectField
        field={page.fields.proof_minutes}
        label="signInRules.proof"
        hint="signInRules.proof_hint"
        options={ages(proofMinutes, 60)}
      />
      <SelectField
        field={page.fields.acting_hours}
        label="signInRules.acting"
        hint="signInRules.acting_hint"
        options={ages(actingHours, 3600)}
      />
    </FormPage>
  )
}
