import type { TFunction } from 'i18next'
import { clientUrlFields, clientUrlMaxLength, mostClientUrls } from '#contract/applications/open-clients'
import type { Failure } from '#contract/client'
import type { ErrorData, ErrorName } from '#contract/errors'
import { waitText } from '~/i18n/wait'
import { endOf } from './fields/identifier-names'
import { shownCharacter } from './values/typed-text'

/** An error as a message key with its values, at a field or, without one, at the form. */
export interface Line {
  key: string
  field?: string
  /** True when the page has the field, even if it was not posted, such as an empty tick box. */
  onPage?: boolean
  /** `count` is the number of attempts left. `waitSeconds` becomes `{{wait}}`, a time in words. */
  values?: {
    count?: number
    left?: number
    line?: number
    waitSeconds?: number
    logId?: string
    email?: string
    username?: string
    address?: string
    domains?: string
    reason?: string
    countryCode?: string
    character?: string
  }
  /** True when the act has begun, and only time is missing. */
  isProgress?: true
  /** The words of the operator's own account API, shown before the text. i18next would interpret them. */
  description?: string
  /** More errors of the same field. */
  also?: Line[]
  /**
   * A page where the person can continue, with the message key of the link. `isOnlyWay`: the form would fail again.
   * `newTab`: the form stays open meanwhile.
   */
  link?: { path: string; key: string; isOnlyWay?: boolean; newTab?: boolean }
}

/** The field of a code of an authenticator app. */
const app = 'authenticator_code'

type LinesOf = { [Name in ErrorName]?: (data: ErrorData<Name>) => Line[] }

/** The failures that need more than `error.<name>` at the form with its wait or its limit: a field, or other values. */
const lines: LinesOf = {
  invalid_input: ({ fields }) =>
    fields.map(({ field, reason, character }) =>
      character === undefined
        ? { field, key: reason === 'not_offered' ? `fieldRefusal.not_offered_${field}` : `fieldRefusal.${reason}` }
        : { field, key: `fieldRefusal.${reason}_at`, values: { character: shownCharacter(character) } },
    ),
  mail_domain_refused: ({ field, domains }) => [
    domains.length > 0
      ? { field, key: 'error.mail_domain_not_allowed', values: { domains: domains.join(', ') } }
      : { field, key: 'error.mail_domain_refused' },
  ],
  identifier_off: ({ field, identifiers }) => [{ field, key: `error.identifier_off${endOf(identifiers)}` }],
  already_registered: ({ field }) => [
    { field, key: `error.already_registered_${field}`, link: { path: '/login', key: 'ways.to_sign_in' } },
  ],
  wrong_credentials: ({ field, country_code }): Line[] => {
    if (field) return [{ field, key: `error.wrong_credentials_${field}` }]
    return country_code ? [{ key: 'error.wrong_credentials_number', values: { countryCode: country_code } }] : []
  },
  password_refused: ({ reason }) => [{ field: 'password', key: `passwordRefusal.${reason}` }],
  account_frozen: ({ reason }) => [{ key: 'error.account_frozen', values: { reason } }],
  username_refused: (refusal) => [usernameLine(refusal)],
  picture_refused: ({ reason }) => [{ field: 'pic', key: `pictureRefusal.${reason}` }],
  changed_too_often: ({ field, retry_after }) => [
    { field, key: 'error.changed_too_often', values: { waitSeconds: retry_after } },
  ],
  takeover_waits: ({ retry_after }) => [
    { key: 'error.takeover_waits', isProgress: true, values: { waitSeconds: retry_after } },
  ],
  already_bound: ({ field }) => [{ field, key: `error.already_bound_${field}` }],
  held_by_other: ({ field }) => [
    field === 'platform'
      ? {
          key: 'error.held_by_other_platform',
          link: { path: '/settings/third-party', key: 'thirdParty.connect.again', isOnlyWay: true },
        }
      : { field, key: `error.held_by_other_${field}` },
  ],
  last_way: ({ of }) => [
    of === 'own'
      ? { key: 'error.last_way' }
      : {
          key: 'error.last_way_other',
          link: { path: '/passport/web/logout', key: 'settings.sign_out', isOnlyWay: true },
        },
  ],
  last_address: ({ username }) => [
    { field: 'without_address', onPage: true, key: 'error.last_address', values: { username } },
  ],
  cancellation_blocked: ({ blockers }) => blockers.map((blocker) => ({ key: `cancellationBlocker.${blocker}` })),
  subject_frozen: ({ by }) => [{ key: `error.subject_frozen_${by}` }],
  second_factor_required: () => [
    {
      key: 'error.second_factor_required',
      link: { path: '/settings/authenticator', key: 'error.set_up_authenticator' },
    },
  ],
  second_factor_needed: ({ reason, counts_from }) => [
    {
      key: `error.second_factor_needed_${reason}`,
      ...(counts_from !== undefined && {
        values: { waitSeconds: Math.max(0, Math.ceil((Date.parse(counts_from) - Date.now()) / 1000)) },
      }),
      ...(reason === 'none' && { link: { path: '/settings/authenticator', key: 'error.set_up_authenticator' } }),
    },
  ],
  permission_required: ({ needed }) => [
    { key: needed === 'manager' ? 'error.manager_required' : 'error.permission_required' },
  ],
  role_exists: ({ field }) => [{ field, key: 'error.role_exists' }],
  too_many_roles: ({ of, most }) => [{ key: `error.too_many_roles_of_${of}`, values: { count: most } }],
  qrcode_over: ({ state }) => [{ key: `error.qrcode_over_${state}` }],
  invitation_over: ({ state }) => [{ key: `error.invitation_over_${state}` }],
  invited_address_required: ({ masked }) => [{ key: 'error.invited_address_required', values: { address: masked } }],
  invitation_list_refused: ({ reason, line, most }) => [
    { key: `invitationListRefusal.${reason}`, values: { count: most, line } },
  ],
  too_many_invitations: ({ most, left, retry_after }) => [
    { key: 'error.too_many_invitations', values: { count: most, left, waitSeconds: retry_after } },
  ],
  too_many_sms_invitations: ({ limit, most, retry_after }) => [
    { key: `error.too_many_sms_invitations_${limit}`, values: { count: most, waitSeconds: retry_after } },
  ],
  transfer_refused: ({ reason }) => [{ key: `error.transfer_refused_${reason}` }],
  domain_is_added: () => [{ field: 'domain', key: 'error.domain_is_added' }],
  domain_is_public: () => [{ field: 'domain', key: 'error.domain_is_public' }],
  domain_not_proven: ({ reason }) => [{ key: `error.domain_not_proven_${reason}` }],
  client_name_refused: ({ reason }) => [
    {
      field: 'name',
      key: `error.client_name_refused_${reason}`,
      ...(reason === 'taken' && { link: { path: '/applications', key: 'clients.open_list' } }),
    },
  ],
  client_urls_refused: ({ refused }) =>
    clientUrlFields.flatMap((field) => {
      const [first, ...also] = refused.filter((each) => each.field === field).map(clientUrlLine)
      return first ? [{ ...first, field, also }] : []
    }),
  second_verification_required: ({ ways, platforms = [] }) =>
    ways.length + platforms.length === 0 ? [{ key: 'error.second_verification_impossible' }] : [],
  other_address_required: ({ email }) => [
    {
      key: 'error.other_address_required',
      values: { email },
      link: { path: '/account-help/password/email', key: 'error.reset_by_email' },
    },
  ],
  code_wrong: ({ field, tries_left, is_earlier: isEarlier }) => [
    {
      field,
      key: field === app ? 'error.authenticator_code_wrong' : isEarlier ? 'error.code_earlier' : 'error.code_wrong',
      values: { count: tries_left },
    },
  ],
  code_expired: ({ field }) => [{ field, key: 'error.code_expired' }],
  // The second of two clicks fails in this way after the first has signed the person in.
  code_used: ({ field }) => [
    {
      field,
      key: field === app ? 'error.authenticator_code_used' : 'error.code_used',
      link: { path: '/settings', key: 'error.open_account' },
    },
  ],
  code_locked: ({ field, retry_after }) => [
    field === app
      ? { field, key: 'error.authenticator_code_locked', values: { waitSeconds: retry_after } }
      : { field, key: 'error.code_locked' },
  ],
  too_many_wrong_codes: ({ field, retry_after }) => [
    { field, key: 'error.too_many_wrong_codes', values: { waitSeconds: retry_after } },
  ],
  undeliverable: ({ field }) => [
    { field, key: `error.undeliverable_${field}`, link: { path: '/account-help/no-code', key: 'error.other_ways' } },
  ],
  user_code_needs_sign_in: () => [
    {
      field: 'user_code',
      key: 'error.user_code_needs_sign_in',
      link: { path: '/login?next=/login/device', key: 'device.sign_in' },
    },
  ],
  no_such_user_code: () => [{ field: 'user_code', key: 'error.no_such_user_code' }],
}

type RefusedUrl = ErrorData<'client_urls_refused'>['refused'][number]

/** The error text of an address. The line of a single address carries no information. */
/** The words for a refused username, which name the character if it is known. */
export const usernameLine = ({ reason, character }: { reason: string; character?: string | undefined }): Line =>
  character === undefined
    ? { field: 'username', key: `usernameRefusal.${reason}` }
    : { field: 'username', key: `usernameRefusal.${reason}_at`, values: { character: shownCharacter(character) } }

const clientUrlLine = ({ field, reason, line, instead }: RefusedUrl): Line => ({
  key: `clientUrlRefusal.${field === 'logout_url' ? 'one_' : ''}${reason}`,
  values: {
    line,
    count: reason === 'too_long' ? clientUrlMaxLength : mostClientUrls,
    ...(instead !== undefined && { address: instead }),
  },
})

/**
 * The errors to show for a failed call. A call that was rejected before it was made has no message (spec section 5). A
 * failure that is not in the catalogue is shown in the account API's words, with its log id.
 * @param requestLogId names the request in this program's log, for an account API that returns no log id
 */
export const linesOf = (failure: Failure, requestLogId: string): Line[] => {
  if (failure.code === 'rejected') return [{ key: 'error.invalid_input' }]
  if (failure.code === 'undeclared') {
    const description = isForPeople(failure.description) ? oneLine(failure.description, 200) : ''
    const logId = oneLine(failure.logId, 100) || requestLogId
    return [{ key: description ? 'problem.log_id' : 'error.undeclared', values: { logId }, description }]
  }
  const linesOfData = lines[failure.code] as ((data: unknown) => Line[]) | undefined
  const found = linesOfData?.(failure.data) ?? []
  const { retry_after: waitSeconds, most: count } = failure.data as { retry_after?: number; most?: number }
  const values = { ...(waitSeconds !== undefined && { waitSeconds }), ...(count !== undefined && { count }) }
  return found.length > 0 ? found : [{ key: `error.${failure.code}`, values }]
}

/**
 * False for a name that only developers read, such as `no_such_call` or `NotFound`: one word, joined or with capitals
 * inside.
 */
const isForPeople = (text: string): boolean => !/^[\w.:/-]*(_|[:/]|[a-z][A-Z])[\w.:/-]*$/.test(text.trim())

/** A text of the account API as one line of plain text, cut to a length in characters. */
const oneLine = (text: string, maxLength: number): string => {
  const characters = [...text.replace(/[\p{C}\s]+/gu, ' ').trim()]
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : characters.join('')
}

/** The text of an error in the person's language. */
export const textOf = (
  t: TFunction,
  { key, values: { waitSeconds, ...values } = {}, description, also = [] }: Line,
): string => {
  const own = t(key, { ...values, ...(waitSeconds !== undefined && { wait: waitText(t, waitSeconds) }) })
  const text = also.reduce((before, line) => t('form.also', { text: before, more: textOf(t, line) }), own)
  return description ? `${description} ${text}` : text
}
