import { z } from 'zod'
import { ownNames } from '#contract/wire/headers'
import { pathMap } from '#contract/wire/path-map'
import { readJsonFile, whyNoJson } from '#settings/files/json-file'
import { isSafeUrl } from './safe-url'
import { signingSecrets } from './signing-secrets'

/** A former system that is asked by its own sign-in: the web app's settings for such an account API. */
const login = z.object({
  aid: z.string().min(1).max(64).default('butterfly'),
  key: z.string().min(1),
  paths: pathMap.default({}),
  form_token_cookie: z.string().default(ownNames.formTokenCookie),
  form_token_header: z.string().default(ownNames.formTokenHeader),
})

const described = z
  .object({
    url: z.string().refine(isSafeUrl, 'has to be an https address (http on this machine)'),
    /** The secrets that sign the requests. */
    secret: signingSecrets.optional(),
    /** Missing: the former system answers the documented request. */
    login: login.optional(),
    /** The name of the system, as with `--source` of an import. */
    source: z.string().min(1).max(64),
    /** The last day on which it is asked, in UTC. */
    until: z.iso.date('has to be a day, such as 2027-03-31').transform((day) => Date.parse(day) + 24 * 60 * 60 * 1000),
  })
  .refine(({ secret, login }) => (secret === undefined) !== (login === undefined), {
    path: ['secret'],
    message: 'needs `secret` or `login`',
  })

/** The former system. `until`: when it is no longer asked, in ms. */
export type FormerSystemSettings = z.output<typeof described>

/** The value of FORMER_SYSTEM: the path of a JSON file. */
export const formerSystemFile = z
  .string()
  .transform((path, context): FormerSystemSettings => {
    const content = readJsonFile(path)
    const parsed = described.safeParse(content)
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    const message = issue?.path.length
      ? `whose ${issue.path.join('.')} cannot be used: ${issue.message}`
      : `that can be read${content === undefined ? `: ${whyNoJson(path)}` : ''}`
    context.addIssue({ code: 'custom', message: `has to name a JSON file ${message}` })
    return z.NEVER
  })
  .optional()
  .meta({
    description:
      'JSON file that describes the [previous system](moving.md#at-their-sign-in), for people who move at their sign-in.',
  })
