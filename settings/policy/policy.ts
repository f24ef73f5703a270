import { z } from 'zod'
import { registrations } from '../../contract/terms/fields'
import { describedFile } from '../files/described-file'
import { word } from './entries'

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
}

const content = z.strictObject(policyEntries, {
  error: ({ code, keys }) =>
    code === 'unrecognized_keys' ? `it has no entry ${(keys as string[]).join(', ')}` : 'has to be an object',
})

/** What the operator has decided for a deployment: the numbers and choices of its rules. */
export type Policy = z.output<typeof content>

/** The policy of a deployment that has none of its own. */
export const usualPolicy: Policy = content.parse({})

/** The value of POLICY: the path of a JSON file of decisions. */
export const policy = describedFile<Policy>('of decisions', () => content)
