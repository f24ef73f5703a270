import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { readMailDomain } from '#rules/typed/email'
import { refused } from '#rules/typed/text'
import type { PageHandle } from '~/document/page-handle'
import { inSubject, requireActing } from '~/features/organisations/acting.server'
import { ActingHeader } from '~/features/organisations/acting-header'
import { BackToOrganisation } from '~/features/organisations/back-to-organisation'
import { organisationPath } from '~/features/organisations/organisation-path'
import { useDay } from '~/features/organisations/use-day'
import { TextField } from '~/forms/fields/fields'
import { formAction } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { readable } from '~/forms/values/typed-text'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash/flash.server'
import { FlashMessage } from '~/ui/flash-message'
import { domainStateText } from './domain-text'
import { domainPath, domainsOf } from './domains.server'

// The mail domains of an organisation, and a form that adds one.
export const handle: PageHandle = { title: 'domains.title' }

const maxLength = 253

const Add = z.object({
  domain: readable('domain', { maxLength }, (plain) =>
    readMailDomain(plain) === undefined ? refused('invalid') : { ok: true, value: plain },
  ),
})

export const loader = async (args: LoaderFunctionArgs) => {
  const acting = await requireActing(args, 'domain.manage')
  return reply({ acting, domains: await domainsOf(args), notice: flashOf(args.request) })
}

export const action = formAction(Add, {
  call: (client, { domain }, args) => client.addDomain({ ...inSubject(args), domain }),
  done: (args, { domain }) => domainPath(args, domain.domain),
})

export default function Domains() {
  const { t } = useTranslation()
  const day = useDay()
  const { acting, domains, notice } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Add>()
  const { subject } = acting
  return (
    <FormPage
      page={page}
      title="domains.title"
      submit="domains.add"
      lead={
        <>
          <ActingHeader acting={acting} />
          <FlashMessage notice={notice} />
          <p>{t('domains.text')}</p>
          {domains.length > 0 && (
            <ul className="rows">
              {domains.map((domain) => (
                <li key={domain.domain}>
                  <a href={organisationPath(subject, `/domains/${domain.domain}`)}>{domain.written}</a>
                  <p>
                    {domainStateText(t, day, domain)}
                    {domain.proven_since !== null &&
                      domain.missing_since === null &&
                      ` ·\u00A0${t(`domains.listed.${domain.joining}`)}`}
                  </p>
                </li>
              ))}
            </ul>
          )}
        </>
      }
      after={<BackToOrganisation subject={subject} />}
    >
      <TextField
        field={page.fields.domain}
        label="field.domain.label"
        hint="field.domain.hint"
        autoComplete="off"
        inputMode="url"
        maxLength={maxLength}
      />
    </FormPage>
  )
}
