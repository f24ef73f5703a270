import { z } from 'zod'
import { newPasswordLength, registrations } from '../../contract/terms/fields'
import { describedFile } from '../files/described-file'
import { group, whole, word, wrongObject } from './entries'
import { identifiers } from './identifiers'
import { lifetimeEntries } from './lifetimes'
import { limitEntries } from './limits'
import { mailDomains } from './mail-domains'
import { retentionEntries } from './retention'
import { secondFactorEntries } from './second-factor'

/**
 * The entries of the policy of a deployment. Each has a default, which is what a deployment without a policy does.
 * docs/operators/policy.md is written from them.
 */
export const policyEntries = {
  registration: word(
    registrations,
    'open',
    'who gets an account: anybody; people whom an organisation has invited or created an account for; nobody. ' +
      'Accounts that are there go on, whatever it says',
  ),
  identifiers,
  mail_domains: mailDomains,
  password: group({
    min_length: whole(
      newPasswordLength.min,
      64,
      newPasswordLength.min,
      'the least characters of a new password. Those that are there sign in still',
    ),
    breached: word(
      ['refuse', 'tell'],
      'refuse',
      'what happens to a new password that is in the list of `BREACHED_PASSWORDS`: it is refused; or it is taken, and its ' +
        'person is told at the next sign-in, as everybody who has such a one',
    ),
  }),
  ...lifetimeEntries,
  ...secondFactorEntries,
  ...limitEntries,
  ...retentionEntries,
}

const content = z.strictObject(policyEntries, wrongObject)

/** What the operator has decided for a deployment: the numbers and choices of its rules. */
export type Policy = z.output<typeof content>

/** The policy of a deployment that has none of its own. */
export const usualPolicy: Policy = content.parse({})

/** The value of POLICY: the path of a JSON file of decisions. */
export const policy = describedFile<Policy>('of decisions', () => content)
