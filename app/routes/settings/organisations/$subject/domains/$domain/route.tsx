import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { joinings } from '#contract/organisations/mail-domains'
import type { PageHandle } from '~/document/page-handle'
import { requireActing } from '~/features/organisations/acting.server'
import { ActingHeader } from '~/features/organisations/acting-header'
import { BackToDomains } from '~/features/organisations/back-to-organisation'
import { chosenRole, RoleField, roleKeyField, rolesWith } from '~/features/organisations/invitation-form'
import { givableRoles } from '~/features/organisations/invitations.server'
import { organisationPath } from '~/features/organisations/organisation-path'
import { roleText } from '~/features/organisations/role-text'
import { useDay } from '~/features/organisations/use-day'
import { RadioField } from '~/forms/fields/radio-field'
import { type Answered, formAction } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash/flash.server'
import { domainStateText } from '~/routes/settings/organisations/$subject/domains/domain-text'
import { domainPath, requireDomain, thisDomain } from '~/routes/settings/organisations/$subject/domains/domains.server'
import { Button } from '~/ui/button'
import { FlashMessage } from '~/ui/flash-message'
import { SummaryList } from '~/ui/summary-list'

// A mail domain: the text record that proves it, and how people with an address of it may join.
export const handle: PageHandle = {
  title: 'domains.title',
  named: (data) => (data as { domain: { written: string } }).domain.written,
}

const Change = z.object({
  joining: z.enum(joinings, 'error.invalid_input').optional(),
  role_key: roleKeyField,
  check: z.string().optional(),
})

export const loader = async (args: LoaderFunctionArgs) => {
  const acting = await requireActing(args, 'domain.manage')
  const domain = await requireDomain(args)
  const roles = domain.proven_since === null ? [] : await givableRoles(args, acting)
  return reply({ acting, domain, roles, notice: flashOf(args.request) })
}

export const action = formAction(Change, {
  call: (client, { joining, role_key, check }, args): Promise<Answered> => {
    if (check !== undefined || joining === undefined) return client.checkDomain(thisDomain(args))
    return client.updateDomain({ ...thisDomain(args), joining, ...(joining === 'join' && chosenRole(role_key)) })
  },
  done: (args, _, { joining, check }) => ({
    path: domainPath(args),
    notice: check !== undefined || joining === undefined ? 'domain_proven' : 'domain_saved',
  }),
})

export default function Domain() {
  const { t } = useTranslation()
  const { acting, domain, roles } = useLoaderData<typeof loader>()
  const { role, joining, proven_since } = domain
  const page = usePageForm<typeof Change>({ joining, role_key: role?.role_key ?? '' })
  const isProven = proven_since !== null
  return (
    <FormPage
      page={page}
      title="domains.title"
      name={domain.written}
      submit={isProven ? 'domains.save' : 'domains.check'}
      lead={<Facts />}
      {...(isProven && { more: <Button name="check" text="domains.check" quiet /> })}
      after={
        <>
          <p>
            <a href={organisationPath(acting.subject, `/domains/${domain.domain}/remove`)}>{t('domains.remove')}</a>
          </p>
          <BackToDomains subject={acting.subject} />
        </>
      }
    >
      {isProven && (
        <RadioField
          field={page.fields.joining}
          label="domains.who"
          options={joinings.map((value) => ({
            value,
            text: t(`domains.joining.${value}`),
            more: t(`domains.about_joining.${value}`, { domain: domain.written }),
          }))}
        />
      )}
      {isProven && (
        <RoleField
          field={page.fields.role_key}
          roles={rolesWith(roles, role)}
          label="domains.role"
          none="role.member"
          hint="domains.role_hint"
        />
      )}
    </FormPage>
  )
}

/** The facts about the domain, and the required content of the text record. */
const Facts = () => {
  const { t } = useTranslation()
  const day = useDay()
  const { acting, domain, notice } = useLoaderData<typeof loader>()
  const { proven_since, ends_at, role, gives_role, joining, record_name, record_value } = domain
  return (
    <>
      <ActingHeader acting={acting} />
      <FlashMessage notice={notice} />
      <SummaryList facts={{ 'domains.domain': domain.written, 'domains.state': domainStateText(t, day, domain) }} />
      {proven_since === null ? (
        <ol>
          <li>{t('domains.step_open', { domain: domain.written })}</li>
          <li>{t('domains.step_add', { domain: domain.written })}</li>
          <li>{t('domains.step_check')}</li>
        </ol>
      ) : (
        <p>{ends_at === null ? t('domains.keep') : t('domains.put_back', { day: day(ends_at) })}</p>
      )}
      <SummaryList
        facts={{
          'domains.record_type': 'TXT',
          'domains.record_name': { copied: record_name },
          'domains.record_value': { copied: record_value },
        }}
      />
      {joining === 'join' && ends_at === null && role && !gives_role && (
        <p>{t('domains.role_not_given', { role: roleText(t, role) })}</p>
      )}
    </>
  )
}
