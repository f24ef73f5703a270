/** The failures of the calls of the operator, by their codes: the HTTP status, and what each means. */
export const operatorErrors = {
  internal: { status: 500, meaning: 'The call failed. The log has the cause under the log id' },
  invalid_input: { status: 400, meaning: 'A field is missing, or cannot be as it is' },
  key_refused: { status: 401, meaning: 'The operator key is unknown, expired or revoked' },
  signature_refused: { status: 401, meaning: 'The signature by the application key is refused' },
  scope_lacking: { status: 403, meaning: 'The operator key lacks the scope of this call' },
  no_such_call: { status: 404, meaning: 'There is no such call' },
  too_large: { status: 413, meaning: 'The request is too large' },
  too_many_requests: { status: 429, meaning: 'Too many wrong keys came from this address' },
  no_such_user: { status: 404, meaning: 'There is no such user' },
  no_such_organisation: { status: 404, meaning: 'There is no such organisation' },
  no_such_service: { status: 404, meaning: 'No such service is registered' },
  no_such_site: { status: 404, meaning: 'No such site is registered' },
  no_such_application: { status: 404, meaning: 'No such application is registered' },
  no_such_client: { status: 404, meaning: 'No such client is registered' },
  no_such_key: { status: 404, meaning: 'There is no such operator key' },
  no_such_message: { status: 404, meaning: 'No such message waits' },
  no_such_announcement: { status: 404, meaning: 'There is no such announcement, or it has ended' },
  nothing_pending: { status: 404, meaning: 'Nothing waits: no name for review, no recovery' },
  taken: { status: 409, meaning: 'Another one has this name, id or address' },
  already: { status: 409, meaning: 'It is so already' },
  not_frozen: { status: 409, meaning: 'It is not frozen' },
  not_cancelled: { status: 409, meaning: 'The account is not cancelled' },
  being_erased: { status: 409, meaning: 'It is being erased' },
  not_open: { status: 409, meaning: 'The account is frozen or cancelled' },
  no_address: { status: 409, meaning: 'The account has no address, so nobody could be told' },
  not_reached: { status: 409, meaning: 'No message is sent to this address here' },
  own_address: { status: 409, meaning: 'The account has this address already' },
  stopped_lately: { status: 409, meaning: 'One of the addresses of the account has stopped it lately' },
  given_up: { status: 409, meaning: 'The message was given up, and its text is erased' },
  too_many: { status: 409, meaning: 'There are as many as there may be' },
  not_possible: { status: 409, meaning: 'It cannot be done with this one' },
  picture_refused: { status: 400, meaning: 'The file cannot be made into a picture' },
  busy: { status: 503, meaning: 'Too much is asked at this moment' },
} as const satisfies Record<string, { status: number; meaning: string }>

export type OperatorError = keyof typeof operatorErrors

/** The failures that any call of the operator may answer. */
export const anyOperatorErrors = [
  'internal',
  'invalid_input',
  'key_refused',
  'signature_refused',
  'scope_lacking',
  'too_large',
  'too_many_requests',
] as const satisfies readonly OperatorError[]
