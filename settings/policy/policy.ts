import { z } from 'zod'
import { newPasswordLength, registrations } from '#contract/terms/fields'
import { describedFile } from '#settings/files/described-file'
import { group, whole, word, wrongObject } from './entries'
import { identifiers } from './identifiers'
import { lifetimeEntries } from './lifetimes'
import { limitEntries } from './limits'
import { mailDomains } from './mail-domains'
import { retentionEntries } from './retention'
import { secondFactorEntries } from './second-factor'

/**
 * The entries of a deployment's policy. The defaults are what a deployment without a policy does.
 * docs/operators/policy.md is generated from them.
 */
export const policyEntries = {
  registration: word(
    registrations,
    'open',
    'Who gets an account: `open` anybody; `invited` people whom an organisation invited or created an account for; `closed` nobody. Existing accounts are not affected.',
  ),
  identifiers,
  mail_domains: mailDomains,
  password: group({
    min_length: whole(
      newPasswordLength.min,
      64,
      newPasswordLength.min,
      'Minimum length of new passwords, in characters. Existing passwords keep working.',
    ),
    breached: word(
      ['refuse', 'tell'],
      'refuse',
      'New passwords on the list of `BREACHED_PASSWORDS`: `refuse` them, or accept them and `tell` the person at the next sign-in.',
    ),
  }),
  ...lifetimeEntries,
  ...secondFactorEntries,
  ...limitEntries,
  ...retentionEntries,
}

const content = z.strictObject(policyEntries, wrongObject)

/** The policy of a deployment: numbers and choices for its rules. */
export type Policy = z.output<typeof content>

/** The policy of a deployment without a policy file. */
export const usualPolicy: Policy = content.parse({})

/** The value of POLICY: the path of a JSON file of decisions. */
export const policy = describedFile<Policy>('of decisions', () => content)
