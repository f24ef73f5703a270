import type { z } from 'zod'
import type { ErrorName } from './errors'
import type { OperatorError } from './operator/operator-errors'
import type { OperatorPower } from './operator/operator-power'
import { type Alias, aliasesIn } from './terms/aliases'
import { type NewAddressField, newAddressFields } from './terms/new-addresses'
import type { Needed } from './terms/permissions'
import type { Power } from './terms/power'
import { sensitiveFields } from './terms/sensitive'
import { type NameField, nameFields } from './terms/shown-names'

export type Method = 'GET' | 'POST'
export type Wire = 'web' | 'sso' | 'auth' | 'operator'
export type Variant = 'web' | 'app' | 'sso'

/** The variants of the product, each with the envelope of its answers (spec sections 1 and 8). */
export const wireOfVariant: Record<Variant, Wire> = { web: 'web', app: 'web', sso: 'sso' }
export const variants = Object.keys(wireOfVariant) as Variant[]

/** The parts of a row that calls of people and of operators share. */
interface AnyCall {
  /** Unique; also the name of the call in logs, metrics and the path map. */
  name: string
  summary: string
  /** 'variant': the row exists once for each value of `{variant}` in its path, in that variant's envelope. */
  wire: Wire | 'variant'
  method: Method
  /** A second method that the server accepts; the client uses `method`. */
  alsoMethod?: Method
  /** `{name}` stands for the input field of that name; `{variant}` for the variant. */
  path: string
  /** 'multipart': the input of a POST travels as a form with a file in it (RFC 7578), not as JSON. */
  body?: 'multipart'
  /** 'bytes': a success consists of the bytes of a file, with its media type; only a failure has an envelope. */
  answers?: 'bytes'
  /** True when the same input always has the same answer, for everybody: caches may keep it, and it has no cookie. */
  immutable?: true
  input: z.ZodObject
  output: z.ZodObject
  /** The input fields that are obfuscated on the wire, because their schemas are marked as sensitive. */
  sensitive: readonly string[]
  /** The input fields that are second names of others, because their schemas are marked so. */
  aliases: Record<string, Alias>
  /** The input fields with names that others see, because their schemas are marked so. */
  names: readonly NameField[]
  /** The input fields with addresses that an account does not have yet, because their schemas are marked so. */
  newAddresses: readonly NewAddressField[]
  /**
   * True when repeating the call changes nothing: the client may repeat it, and the server does not remember its nonce.
   */
  harmless: boolean
  /** True when the call may hash a password, which takes a core for some milliseconds, so the call may have to wait. */
  hashes: boolean
  /**
   * True when the call makes something without a natural key. Repeated with the same request key and input, it is not
   * carried out again, and gets the same answer.
   */
  once: boolean
  /**
   * Whether the call writes an event, which has its name. `always`: whenever it is answered with ok. `if_changed`: it may
   * find nothing to do, or it is a step of another act. `none`: the event of another call records the act.
   */
  event: 'always' | 'if_changed' | 'none'
  /** The permission that a call of a member needs in the organisation. */
  needs: Needed
  /** True when the manager may make the call while the organisation is suspended or closing. */
  whenSuspended: boolean
  /** True when a member may make the call while their own place is suspended. */
  whenMemberSuspended: boolean
  /** True when the call also works for a person who has not accepted the current terms, whatever the caller shows. */
  whenTermsDue: boolean
  /**
   * True when the call also works for a person who lacks the second factor that the deployment requires. `shows`: it
   * works too, but first requires (error 2046) a factor that the account has and the session has not proven.
   */
  whenFactorDue: boolean | 'shows'
  /** The client rejects the call, without a message or a request, when all of these are missing (spec section 5). */
  needsOneOf: readonly string[]
}

/** A call of a person, as data. */
export interface UserCall extends AnyCall {
  /** 'user': the call needs a session. 'member': it also needs a place in the organisation of `sec_subject_uid`. */
  auth: 'none' | 'user' | 'member'
  /** The proofs, notices, undoing and limits of the call. */
  power: Power
  /** The failures of this call, in addition to {@link plumbingErrors}. */
  errors: readonly ErrorName[]
}

/** A call of an operator, as data. */
export interface OperatorCall extends AnyCall {
  auth: 'operator'
  /** The scopes and proofs that the call needs, its notices and its undoing. */
  power: OperatorPower
  /** The failures of this call, in addition to `anyOperatorErrors`. */
  errors: readonly OperatorError[]
}

/** One call of the contract, as data. Client, server, fake, OpenAPI document and metrics derive from it. */
export type Call = UserCall | OperatorCall

/**
 * The failures that any call of a person may return. A call that needs a session may also return {@link sessionErrors}.
 */
export const plumbingErrors = ['invalid_input', 'too_many_requests', 'busy'] as const

type FieldOf<Input extends z.ZodObject> = keyof z.input<Input> & string

/** A {@link Call} with the exact types of one row. */
type Row<Name, Input, Output, Errors, Auth, NeedsOneOf, Asked> = Omit<
  AnyCall,
  'name' | 'input' | 'output' | 'needsOneOf'
> & {
  name: Name
  input: Input
  output: Output
  errors: Errors
  auth: Auth
  needsOneOf: NeedsOneOf
  power: Auth extends 'operator' ? OperatorPower : Power & { proof: Asked }
}

/** Parts of a row with a default, or that may be missing. */
type Optional = Partial<
  Pick<
    AnyCall,
    | 'method'
    | 'alsoMethod'
    | 'body'
    | 'answers'
    | 'immutable'
    | 'harmless'
    | 'hashes'
    | 'once'
    | 'event'
    | 'needs'
    | 'whenSuspended'
    | 'whenMemberSuspended'
    | 'whenTermsDue'
    | 'whenFactorDue'
  >
>

/**
 * The groups of calls (spec section 7), by the second part of their paths. A call of a group that is not a variant
 * exists once, and all variants use it. `common`: calls whose answers are the same in every variant.
 */
export const groups = [...variants, 'org', 'common', 'open'] as const

/** The beginning of the path of every call of an operator. */
export const operatorPath = '/operator/v1'

/** The full path of a row, and its envelope. If a row of a person has a full path, its call exists once. */
const placeOf = (path: string, auth: Call['auth']): Pick<AnyCall, 'path' | 'wire'> => {
  if (auth === 'operator') return { path: `${operatorPath}/${path}`, wire: 'operator' }
  if (!path.startsWith('/')) return { path: `/passport/{variant}/${path}`, wire: 'variant' }
  return { path, wire: wireOf(path) }
}

const wireOf = (path: string): Wire => {
  if (path.startsWith('/passport/open/')) return 'auth'
  return path.startsWith('/passport/sso/') ? 'sso' : 'web'
}

/**
 * Declares a row, which names only its differences from the defaults: a POST, without a session and without failures of
 * its own. A relative path is below `/passport/{variant}/`, and in the envelope of the variant. The path of an
 * operator's call is below {@link operatorPath}. A GET of a person is harmless unless its row says otherwise, as are
 * operator calls that only read. A call that changes something writes its event. The power of a row has no default. The
 * errors and fields that a row names are checked at compile time.
 */
export const call = <
  const Name extends string,
  Input extends z.ZodObject,
  Output extends z.ZodObject,
  const Errors extends readonly (ErrorName | OperatorError)[] = readonly [],
  const Auth extends Call['auth'] = 'none',
  const NeedsOneOf extends readonly FieldOf<Input>[] = readonly [],
  const Asked extends Call['power']['proof'] = Call['power']['proof'],
>({
  path,
  ...row
}: Optional & {
  name: Name
  path: string
  summary: string
  input: Input
  output: Output
  errors?: Errors
  auth?: Auth
  needsOneOf?: NeedsOneOf
  power: (Power | OperatorPower) & { proof: Asked; ticket?: FieldOf<Input>; when?: FieldOf<Input> }
}) => {
  const complete = {
    method: 'POST',
    errors: [],
    harmless: row.auth === 'operator' ? row.power.act === 'reads' : row.method === 'GET',
    hashes: 'password' in row.input.shape,
    once: false,
    event: row.power.undoneBy === 'nothing' ? 'if_changed' : 'always',
    auth: 'none',
    needs: 'member',
    whenSuspended: false,
    whenMemberSuspended: false,
    whenTermsDue: false,
    whenFactorDue: false,
    needsOneOf: [],
    ...row,
    sensitive: sensitiveFields(row.input),
    aliases: aliasesIn(row.input),
    names: nameFields(row.input),
    newAddresses: newAddressFields(row.input),
    ...placeOf(path, row.auth ?? 'none'),
  }
  return complete as unknown as Row<Name, Input, Output, Errors, Auth, NeedsOneOf, Asked>
}

/** The failures of a call that needs a session. */
const sessionErrors = ['not_signed_in', 'terms_due', 'factor_due'] as const

const isAnsweredWhen = ({ whenTermsDue, whenFactorDue }: UserCall, name: (typeof sessionErrors)[number]): boolean =>
  (name === 'terms_due' && whenTermsDue) || (name === 'factor_due' && whenFactorDue !== false)

/** The failures of a call of a member, in addition to those of a session. */
export const memberErrors = [
  'no_such_subject',
  'subject_frozen',
  'identity_frozen',
  'permission_required',
  // The sign-in rules of the organisation may require it.
  'second_factor_required',
  'second_verification_required',
] as const

/** The failure of a call whose proof is checked before its handler runs. */
type ProofError<Asked> = Asked extends 'fresh' | 'second' ? 'second_verification_required' : never

/** The failures that a row may return. */
export type ErrorOf<Row extends Call> =
  | (Row['errors'][number] & ErrorName)
  | (typeof plumbingErrors)[number]
  | ProofError<Row['power']['proof']>
  | (Row['auth'] extends 'none' ? never : (typeof sessionErrors)[number])
  | (Row['auth'] extends 'member' ? (typeof memberErrors)[number] : never)

/** The same failures at run time. */
export const errorsOf = (row: UserCall): ErrorName[] => [
  ...new Set<ErrorName>([
    ...row.errors,
    ...plumbingErrors,
    ...(['fresh', 'second'].includes(row.power.proof) || row.power.guarded
      ? (['second_verification_required'] as const)
      : []),
    ...(row.auth === 'none' ? [] : sessionErrors.filter((name) => !isAnsweredWhen(row, name))),
    ...(row.auth === 'member' ? memberErrors : []),
  ]),
]

/** The path of a call in one variant, and the envelope of its answers. */
export const endpointOf = (row: Call, variant: Variant): { path: string; wire: Wire } => ({
  path: row.path.replace('{variant}', variant),
  wire: row.wire === 'variant' ? wireOfVariant[variant] : row.wire,
})

export const pathFields = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, field = '']) => field)

/** A path in the syntax of routers, with `:name` for a field. */
export const routeOf = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')

/** The variants in which a row exists: all of them, or web for a row that exists only once. */
export const variantsOf = (row: Call): Variant[] => (row.wire === 'variant' ? variants : ['web'])
