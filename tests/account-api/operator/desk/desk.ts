import type { Client } from '#contract/client'
import type { OperatorScope } from '#contract/operator/operator-power'
import { newVerifier } from '#tests/account-api/applications/sites/sites'
import { answeredOf, operatorsOf } from '#tests/account-api/operator/keys/operators'
import { appCode, withAuthenticator } from '#tests/account-api/verification/authenticators/apps'
import { codeOf, dataOf, type World } from '#tests/account-api/worlds/world'

export const reason = 'she works at the desk'

/** Gives a person an operator role. */
export const giveRole = async (world: World, { userId }: { userId: string }, ...scopes: OperatorScope[]) =>
  answeredOf(await operatorsOf(world).own().addOperator({ user_id: userId, scopes, reason }))

/** An operator with an authenticator, just signed in by a code. */
export const newOperator = async (world: World, ...scopes: OperatorScope[]) => {
  const person = await withAuthenticator(world, await world.registerBothFast())
  await giveRole(world, person, ...scopes)
  return person
}

interface WithApp {
  client: Client
  secret: string
}

const issue = (client: Client) => client.issueDeskTicket({ challenge: newVerifier().challenge })

/** The operators of a world, and what they do at the desk. */
export const deskOf = (world: World) => {
  const operators = operatorsOf(world)
  return {
    ...operators,
    issue,
    /** What the holder of a token or key is shown about it. */
    shown: (token: string) => operators.by(token).showOperator({}),
    /** Why a ticket is refused, or `ok`. */
    redeemed: async (given: { ticket: string; verifier: string }) =>
      codeOf(await world.person().redeemDeskTicket(given)),
  }
}

/** The key of the second verification that entering the desk requires. */
export const askedKey = async (client: Client): Promise<string> => {
  const asked = await issue(client)
  if (asked.ok || asked.code !== 'second_verification_required') throw new Error(JSON.stringify(asked))
  return asked.data.sms_code_key
}

/** Proves the authenticator in a session, as entering the desk requires. */
export const proveApp = async (world: World, { client, secret }: WithApp): Promise<void> => {
  const sms_code_key = await askedKey(client)
  world.passMinutes(1)
  dataOf(await client.verifySecond({ sms_code_key, way: 'authenticator', code: appCode(world, secret) }))
}

/** A ticket for the desk, and what the browser stores for it. */
export const deskTicket = async (client: Client) => {
  const { verifier, challenge } = newVerifier()
  return { verifier, ticket: dataOf(await client.issueDeskTicket({ challenge })).ticket }
}

/** Enters the desk as a browser does, in a session that has proven the authenticator. */
export const enterAgain = async (world: World, client: Client): Promise<string> =>
  dataOf(await world.person().redeemDeskTicket(await deskTicket(client))).token

/** Proves the authenticator, and then enters the desk. */
export const enterDesk = async (world: World, operator: WithApp): Promise<string> => {
  await proveApp(world, operator)
  return enterAgain(world, operator.client)
}

/** An operator who has just proven the authenticator. */
export const provenOperator = async (world: World, ...scopes: OperatorScope[]) => {
  const operator = await newOperator(world, ...scopes)
  await proveApp(world, operator)
  return operator
}

/** An operator of these scopes at the desk. */
export const atDesk = async (world: World, ...scopes: OperatorScope[]) => {
  const operator = await provenOperator(world, ...scopes)
  return { ...operator, token: await enterAgain(world, operator.client) }
}
