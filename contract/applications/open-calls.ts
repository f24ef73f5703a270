import { z } from 'zod'
import { call } from '#contract/call'
import { secSubjectUid } from '#contract/organisations/organisation-fields'
import { known, moment, no, shownAddress, text, ticket, timeZoneInForce } from '#contract/terms/fields'
import { reads } from '#contract/terms/power'
import { clientAddress, vouchedUrl } from '#contract/terms/vouched-url'
import { agreedScope, byClientKey, changedSince, openClient, openRequest, requestUid, shownScope } from './open-fields'

/**
 * What a person has to do before they can agree. `proof`: a new proof, because the application requires it. `factor`: a
 * proof of a second factor. `new_factor`: a new second factor, because the account has none that counts.
 */
const openNeeds = ['sign_in', 'proof', 'factor', 'new_factor'] as const

export const openAuthInfo = call({
  name: 'openAuthInfo',
  power: reads('none'),
  summary:
    'Returns the application and the scopes that it requests, with the values of the person who is signed in or proven by auth_ticket. The request is named by its handle or, for an account API that holds none, by its parameters.',
  method: 'GET',
  path: '/passport/open/auth/info',
  input: z.object({ ...openRequest, auth_ticket: ticket.optional() }),
  output: z.object({
    client: openClient.prefault({}),
    /**
     * The person who would agree. Null: nobody is signed in. `name`: empty if they have chosen none. Missing: the
     * account API does not say, so it is the person of the ticket or of the session.
     */
    person: z.object({ username: text, name: text }).nullable().optional(),
    scopes: z
      .array(
        shownScope.extend({
          /** True for the scope that identifies the person: without it the application learns nothing. */
          is_required: no,
          already_granted: no,
          /**
           * The value that the application would learn, masked if it is long or an address. Null: nobody is signed in,
           * or the value is missing.
           */
          value: shownAddress,
        }),
      )
      .default([]),
    /**
     * Changes of the application since the person agreed, which are the reason for asking again. `place`: where the
     * answer is sent. `was`: what they agreed to. Null: it belonged to no organisation.
     */
    changed: known(changedSince).default([]),
    /**
     * True when everything was granted before, the application has not changed, and it does not want the person to be
     * asked again.
     */
    already_granted: no,
    /** The organisations that the person can agree for, as a member. */
    subjects: z.array(z.object({ sec_subject_uid: secSubjectUid, subject_name: text })).default([]),
    needs: known(z.enum(openNeeds)).default([]),
    /** True when the person has not accepted the terms that the caller shows: openWebAuth is refused with terms_due. */
    terms_due: no,
    /**
     * True when the person lacks the second factor that the deployment requires: openWebAuth is refused with
     * factor_due.
     */
    factor_due: no,
    /** True when the application requires a proof made after the request. */
    wants_fresh_proof: no,
    /** True when the application wants the person to choose among the accounts of this browser. */
    chooses_account: no,
    login_hint: shownAddress,
    /**
     * The address to which the browser returns, or its origin. For a request named by its parameters: its redirect_uri,
     * once it is known to belong to the application.
     */
    returns_to: clientAddress.optional(),
    /** The address at which the browser continues, once an answer is stored. */
    goes_on_at: vouchedUrl.nullable().default(null),
    /** Null: the account API holds no requests. */
    expires_at: moment,
  }),
  errors: ['no_such_open_request', 'open_request_elsewhere', 'no_such_client', 'ticket_refused'],
})

export const openWebAuth = call({
  name: 'openWebAuth',
  power: {
    proof: 'asked',
    act: 'service',
    tells: ['application_authorised'],
    undoneBy: 'ended',
    limit: 'openRequests',
  },
  summary:
    'Answers a request of an application for the person who is signed in or proven by auth_ticket. Agrees to the given scopes, or denies the request (deny=1). Returns where the browser continues. Until the browser continues, a later answer replaces an earlier one. Sensitive scopes that the application does not have yet need a fresh proof. The addresses of the account are notified of the new scopes.',
  path: '/passport/open/auth/web',
  input: z.object({
    ...openRequest,
    auth_ticket: ticket.optional(),
    /** The accepted scopes, separated by spaces. */
    scopes: z
      .string()
      .max(8000)
      .transform((names) => names.split(' ').filter((name) => name !== ''))
      .pipe(z.array(agreedScope)),
    deny: z.coerce.number().int().min(0).max(1).default(0),
    /** The organisation that the person answers as a member of. Missing: as a person. */
    sec_subject_uid: secSubjectUid.optional(),
  }),
  /**
   * For a request that is named by its parameters: an address with the origin and the path of its redirect_uri, and
   * with its state in the query.
   */
  output: z.object({ redirect_url: vouchedUrl }),
  errors: [
    'no_such_open_request',
    'open_request_elsewhere',
    'no_such_client',
    'not_signed_in',
    'terms_due',
    'factor_due',
    'ticket_refused',
    'second_verification_required',
    'no_such_subject',
    'subject_frozen',
    'identity_frozen',
    'second_factor_required',
  ],
  event: 'if_changed',
})

const beginning = z.object({ beginning_uid: requestUid })

export const openBeginInfo = call({
  name: 'openBeginInfo',
  power: reads('none'),
  summary:
    'Returns where a request continues if its client address has made many requests. Returns null until its captcha is solved (openBegin). Changes nothing.',
  method: 'GET',
  path: '/passport/open/begin/info',
  input: beginning,
  output: z.object({ goes_on_at: vouchedUrl.nullable() }),
  errors: ['no_such_beginning'],
})

export const openBegin = call({
  name: 'openBegin',
  power: { proof: 'none', tells: [], undoneBy: 'nothing', limit: 'captchas' },
  summary: 'Lets a request of a busy client address continue, once, after a captcha.',
  path: '/passport/open/begin',
  input: beginning,
  output: z.object({ done: z.boolean() }),
  errors: ['no_such_beginning', 'captcha_required'],
})

export const openLeavingInfo = call({
  name: 'openLeavingInfo',
  power: reads('none'),
  summary:
    'Returns the address to which an unverified application wants to send the browser with an error, if the person has agreed to nothing. Changes nothing.',
  method: 'GET',
  path: '/passport/open/leave/info',
  input: z.object({ leaving_uid: requestUid }),
  output: z.object({
    client: openClient,
    /** An address that the application has registered, with its error. */
    leads_to: clientAddress,
    /** The fields that are posted there. Null: a plain redirect. */
    posts: z.record(z.string(), z.string()).nullable(),
  }),
  errors: ['no_such_leaving'],
})

export const listAuthorisations = call({
  name: 'listAuthorisations',
  power: reads('session'),
  summary: 'Returns the applications that the person has authorised, the latest first.',
  method: 'GET',
  path: 'authorisation/list',
  input: z.object({}),
  output: z.object({
    authorisations: z.array(
      z.object({
        client: openClient,
        scopes: z.array(shownScope),
        /** The organisation that the person agreed as a member of. Null: as a person. */
        subject_name: z.string().nullable(),
        granted_at: z.iso.datetime(),
        /** When the application last got a token, to the hour. Null: never. */
        used_at: z.iso.datetime().nullable(),
      }),
    ),
    time_zone: timeZoneInForce,
  }),
  auth: 'user',
})

export const revokeAuthorisation = call({
  name: 'revokeAuthorisation',
  power: { proof: 'session', tells: [], undoneBy: 'nothing', limit: 'none' },
  summary:
    'Revokes one scope of an application, or all of them without `scope`. All its tokens for the person end at once. With the remaining scopes it can request new ones.',
  path: 'authorisation/revoke',
  input: z.object({ ...byClientKey, scope: agreedScope.optional() }),
  output: z.object({ done: z.boolean() }),
  errors: ['no_such_authorisation'],
  auth: 'user',
})
