import { clientNameMaxLength, clientUrlMaxLength, mostClientUrls } from '#contract/applications/open-clients'
import { openScopeNames } from '#contract/applications/open-scopes'
import { signingAlgorithms } from '#contract/applications/registered/signing-algorithms'
import type { ClientShown } from '#contract/operator/clients-calls'
import { type ActField, type ActsByPath, act, type Params, reasonForLog } from '~/features/desk/act'
import { clientAtDesk } from '~/features/desk/desk-paths'
import type { FlashName } from '~/navigation/flash/flash-names'
import { idField, nameField } from '~/routes/desk/applications/registered/fields'

export const clientsPath = '/desk/applications/clients'

/** The page of the client in a URL. */
export const clientPath = ({ client }: Params): string => clientAtDesk(client)

/** The forms of a client have room for the addresses of both kinds. */
export const clientFormLimits = { textBytes: 2 * mostClientUrls * (clientUrlMaxLength + 2) + 8192 }

const urls = (name: string): ActField => ({ kind: 'lines', label: `clients.${name}`, hint: `clients.${name}_hint` })
const redirectUris = urls('redirect_uris')
const appSchemes: ActField = {
  kind: 'lines',
  label: 'desk.clients.app_schemes',
  hint: 'desk.clients.app_schemes_hint',
}
const tick = (name: string): ActField => ({ kind: 'tick', label: `desk.clients.${name}` })

const fixed = ({ client = '' }: Params) => ({ client_key: client })
const toClient = (notice: FlashName) => (params: Params) => ({ path: clientPath(params), notice })
const button = { fields: { reason: reasonForLog }, fixed }

export const addClient = act('addClient', {
  fields: {
    client_key: { ...idField, label: 'clients.client_id' },
    name: nameField,
    redirect_uris: redirectUris,
    app_schemes: appSchemes,
    is_public: tick('is_public'),
    reason: reasonForLog,
  },
  limits: clientFormLimits,
})

/** Changes the fields that can be changed for a client of this kind; other fields have their own rules. */
export const changeClient = ({ owner, is_public }: Pick<ClientShown, 'owner' | 'is_public'>) =>
  act('changeClient', {
    fields: {
      redirect_uris: redirectUris,
      post_logout_uris: urls('post_logout_uris'),
      app_schemes: appSchemes,
      logout_url: { kind: 'line', label: 'clients.logout_url', hint: 'clients.logout_url_hint', empty: null },
      scopes: {
        kind: 'choices',
        label: 'clients.scopes',
        options: Object.fromEntries(openScopeNames.map((scope) => [scope, `authorisation.scope.${scope}`])),
      },
      // People are always asked for consent to a client of an organisation.
      ...(owner === null && { is_first_party: tick('is_first_party') }),
      // A client without a secret needs PKCE.
      ...(!is_public && { requires_pkce: tick('requires_pkce') }),
      requires_par: tick('requires_par'),
      has_device_grant: tick('has_device_grant'),
      id_token_alg: {
        kind: 'choice',
        label: 'desk.clients.id_token_alg',
        options: Object.fromEntries(signingAlgorithms.map((algorithm) => [algorithm, `desk.clients.alg.${algorithm}`])),
      },
      reason: reasonForLog,
    },
    fixed,
    done: toClient('client_saved'),
    limits: clientFormLimits,
  })

/** Parses typed JSON. Undefined: it is not JSON. */
const parsed = (typed: unknown): { rules: unknown } | undefined => {
  try {
    return { rules: JSON.parse(String(typed)) }
  } catch {
    return undefined
  }
}

const faultOfRules = ({ no_rules, rules }: Record<string, unknown>): string | undefined => {
  if (no_rules) return rules === undefined ? undefined : 'rules_or_none'
  // Without rules, a client gets everything, so an empty field must not mean no rules.
  if (rules === undefined) return 'rules_missing'
  return (parsed(rules)?.rules ?? null) === null ? 'rules_no_json' : undefined
}

/** An operator's acts on a client, by the last part of the URL. */
export const clientActs: ActsByPath = {
  change: changeClient({ owner: null, is_public: false }),
  name: act('nameClient', {
    fields: { name: { ...nameField, maxLength: clientNameMaxLength }, reason: reasonForLog },
    fixed,
    done: toClient('client_saved'),
  }),
  verify: act('verifyClient', {
    fields: { is_verified: tick('is_verified'), reason: reasonForLog },
    fixed,
    done: toClient('client_saved'),
  }),
  signals: act('setClientSignals', {
    fields: {
      url: { kind: 'line', label: 'desk.clients.signals_url', hint: 'desk.clients.signals_url_hint', empty: null },
      bearer: { kind: 'line', label: 'desk.clients.bearer', hint: 'desk.clients.bearer_hint', maxLength: 1000 },
      reason: reasonForLog,
    },
    fixed,
    done: toClient('client_saved'),
    // A second click finds the address of the first.
    otherwise: (code, params) => (code === 'already' ? toClient('client_saved')(params) : undefined),
  }),
  claims: act('setClientClaims', {
    fields: {
      rules: { kind: 'text', label: 'desk.clients.rules', hint: 'desk.clients.rules_hint', maxLength: 8000 },
      no_rules: { kind: 'tick', label: 'desk.clients.no_rules' },
      reason: reasonForLog,
    },
    check: (typed): Record<string, string> => {
      const fault = faultOfRules(typed)
      return fault === undefined ? {} : { rules: `desk.clients.${fault}` }
    },
    shape: ({ no_rules, rules, ...others }) => ({ ...others, rules: no_rules ? null : parsed(rules)?.rules }),
    fixed,
    done: toClient('client_saved'),
    limits: clientFormLimits,
  }),
  explain: act('explainClient', {
    fields: { request: { kind: 'text', label: 'desk.clients.request', hint: 'desk.clients.request_hint' } },
    fixed,
  }),
  'explain-claims': act('explainClientClaims', {
    fields: { user: { kind: 'line', label: 'desk.clients.user', maxLength: 254 }, reason: reasonForLog },
    fixed,
    at: { no_such_user: 'user' },
  }),
  secret: act('rotateSecretOfClient', button),
  'remove-picture': act('removeClientPicture', { ...button, done: toClient('client_icon_removed'), isDanger: true }),
  disable: act('disableClientByOperator', { ...button, done: toClient('client_disabled'), isDanger: true }),
  enable: act('enableClientByOperator', { ...button, done: toClient('client_enabled') }),
  remove: act('removeClientByOperator', {
    ...button,
    done: () => ({ path: clientsPath, notice: 'client_removed' }),
    // The second of two clicks finds it gone.
    otherwise: (code) => (code === 'no_such_client' ? { path: clientsPath, notice: 'client_removed' } : undefined),
    isDanger: true,
  }),
}

/** The acts that make no sense in the client's current state. */
export const uselessFor = ({ is_public, disabled_at }: Pick<ClientShown, 'is_public' | 'disabled_at'>): string[] => [
  ...(is_public ? ['secret'] : []),
  disabled_at === null ? 'enable' : 'disable',
]
