import { expect, it } from 'vitest'
import { whyNotReached } from '#account-api/start/checks/probes/reach'

it.each([
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /certificate or the TLS .* is refused/],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', /certificate or the TLS .* is refused/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', /certificate or the TLS .* is refused/],
  ['INVALID_CA', /certificate or the TLS .* is refused/],
  ['EPROTO', /certificate or the TLS .* is refused/],
  ['EPROTOCOL 554', /answers, and refuses this client/],
  ['ENOTFOUND', /has no address/],
  ['ECONNREFUSED', /gives no answer/],
])('error: a check names the cause behind %s', (reason, found) => {
  expect(whyNotReached('mail.example.com:465', reason).found).toMatch(found)
})
